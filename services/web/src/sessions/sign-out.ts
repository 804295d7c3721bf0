import { requestIdOf } from '@course-grading/http-kit'
import type Router from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { seeOther } from '../http/see-other.ts'
import { leaveSessions } from './take-session.ts'

export function signOut(router: Router, deps: Deps): void {
  router.post('signOut', '/sign-out', async (ctx) => {
    const held = deps.cookie.read(ctx)
    const requestId = requestIdOf(ctx, held?.userId)
    await leaveSessions(ctx, deps, { requestId })
    deps.cookie.clear(ctx)
    deps.cookie.clearPerson(ctx)
    ctx.set('Clear-Site-Data', '"storage"')
    seeOther(ctx, '/sign-in')
  })
}
