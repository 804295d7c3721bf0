import { requestIdOf } from '@course-grading/http-kit'
import type Router from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { readId } from '../http/read-id.ts'
import { turnOf } from '../http/turns.ts'
import { toSignIn } from '../http/visit.ts'

export const fileAddress = (submissionId: number, fileId: number): string => `/files/${submissionId}/${fileId}`

/** A file's bytes as an attachment, passed on as they arrive, with the boundary's headers. */
export function file(router: Router, { cookie, transport }: Deps): void {
  router.get('file', '/files/:submissionId/:fileId', async (ctx) => {
    const held = cookie.read(ctx)
    const requestId = requestIdOf(ctx, held?.userId)
    if (held === null) return toSignIn(ctx)
    const params = { submissionId: readId(ctx.params['submissionId']), fileId: readId(ctx.params['fileId']) }
    const gone = new AbortController()
    ctx.res.once('close', () => gone.abort())
    const reply = await transport
      .withSession(held.sessionId, turnOf(ctx).caller())
      .getSubmissionFile({ params, requestId, signal: gone.signal })
    const { body, contentType, contentDisposition, contentLength } = reply
    ctx.set('Content-Disposition', contentDisposition ?? 'attachment')
    ctx.type = contentType
    if (contentLength !== undefined) ctx.length = contentLength
    ctx.body = body
  })
}
