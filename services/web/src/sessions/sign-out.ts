import { nameRoute } from '@course-grading/http-kit'
import type Router from '@koa/router'
import type { Deps } from '../deps.ts'
import { endSession } from './end-session.ts'

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
