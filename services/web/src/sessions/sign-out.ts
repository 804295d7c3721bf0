import { FrontendTransportError } from '@course-grading/frontend-transport'
import { nameRoute } from '@course-grading/http-kit'
import type Router from '@koa/router'
import type { Deps } from '../deps.ts'

export function signOut(router: Router, deps: Deps): void {
  router.post('/sign-out', async (ctx) => {
    const held = deps.cookie.read(ctx)
    const requestId = nameRoute(ctx, 'signOut', held?.userId)
    if (held !== null) await endSession(deps, held.sessionId, requestId)
    deps.cookie.clear(ctx)
    ctx.set('Clear-Site-Data', '"storage"')
    ctx.redirect('/sign-in')
    ctx.status = 303
  })
}

/** A session that has ended already is as good as ended. */
async function endSession({ transport }: Deps, sessionId: string, requestId: string): Promise<void> {
  try {
    await transport.deleteSession({ session: sessionId, requestId })
  } catch (error) {
    if (!(error instanceof FrontendTransportError && error.status === 401)) throw error
  }
}
