import { requestIdOf } from '@course-grading/http-kit'
import type Router from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { readId } from '../http/read-id.ts'
import { turnOf } from '../http/turns.ts'
import { toSignIn } from '../http/visit.ts'

/** The graders as a CSV file, passed on as it arrives, with the boundary's headers. */
export function gradersAsFile(router: Router, { cookie, transport }: Deps): void {
  router.get('gradersAsFile', '/courses/:courseId/settings/graders.csv', async (ctx) => {
    const held = cookie.read(ctx)
    const requestId = requestIdOf(ctx, held?.userId)
    if (held === null) return toSignIn(ctx)
    const params = { courseId: readId(ctx.params['courseId']) }
    const gone = new AbortController()
    ctx.res.once('close', () => gone.abort())
    const { body, contentType, contentDisposition } = await transport
      .withSession(held.sessionId, turnOf(ctx).caller())
      .exportGraders({ params, requestId, signal: gone.signal })
    ctx.set('Content-Disposition', contentDisposition ?? 'attachment')
    ctx.type = contentType
    ctx.body = body
  })
}
