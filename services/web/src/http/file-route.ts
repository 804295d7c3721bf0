import type { Readable } from 'node:stream'
import { requestIdOf } from '@course-grading/http-kit'
import type Router from '@koa/router'
import type { RouterContext } from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import type { Boundary } from '../deps/shared-transport.ts'
import { turnOf } from './turns.ts'
import { toSignIn } from './visit.ts'

interface PassedFile {
  readonly body: Readable
  readonly contentType: string
  readonly contentDisposition: string | undefined
  readonly contentLength: number | undefined
}

interface FileRoute {
  readonly name: string
  readonly path: string
  readonly ask: (
    boundary: Boundary,
    ctx: RouterContext,
    call: { readonly requestId: string; readonly signal: AbortSignal },
  ) => Promise<PassedFile>
}

/** A file as an attachment, passed on as it arrives, with the boundary's headers. */
export function fileRoute(router: Router, { cookie, transport }: Deps, { name, path, ask }: FileRoute): void {
  router.get(name, path, async (ctx) => {
    const held = cookie.read(ctx)
    const requestId = requestIdOf(ctx, held?.userId)
    if (held === null) return toSignIn(ctx)
    const gone = new AbortController()
    ctx.res.once('close', () => gone.abort())
    const boundary = transport.withSession(held.sessionId, turnOf(ctx).caller())
    const file = await ask(boundary, ctx, { requestId, signal: gone.signal })
    ctx.set('Content-Disposition', file.contentDisposition ?? 'attachment')
    ctx.type = file.contentType
    if (file.contentLength !== undefined) ctx.length = file.contentLength
    ctx.body = file.body
  })
}
