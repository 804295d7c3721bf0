import { FrontendTransportError } from '@course-grading/frontend-transport'
import { HttpError, nameRoute, readBody } from '@course-grading/http-kit'
import type Router from '@koa/router'
import type { RouterContext } from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import type { Visit } from './visit.ts'

/** A request of a page's script, by a signed-in person. */
export interface IslandCall extends Pick<Visit, 'boundary' | 'requestId'> {
  readonly userId: number
  readonly ctx: RouterContext
  /** What the script sent. The boundary checks what is passed on to it. */
  readonly body: Readonly<Record<string, unknown>>
}

const maxBodyBytes = 2_000_000

interface IslandRoute {
  readonly name: string
  readonly method: 'get' | 'post'
  readonly path: string
  readonly answer: (call: IslandCall) => Promise<object>
}

/** Takes and gives JSON. The script says for whom it was drawn, so that nothing of one person is sent with another's session. */
export function islandRoute(router: Router, { cookie, transport }: Deps, route: IslandRoute): void {
  router[route.method](route.path, async (ctx) => {
    const held = cookie.read(ctx)
    const requestId = nameRoute(ctx, route.name, held?.userId)
    if (held === null) return refuse(ctx, 401, { code: 'session_expired' })
    const { sessionId, userId } = held
    if (ctx.get('X-Person') !== String(userId)) return refuse(ctx, 409, { code: 'other_person' })
    const body = route.method === 'post' ? await readJson(ctx) : {}
    try {
      ctx.body = await route.answer({ ctx, userId, requestId, body, boundary: transport.withSession(sessionId) })
    } catch (error) {
      if (!(error instanceof FrontendTransportError)) throw error
      const { status = 503, code, fieldErrors } = error
      if (status >= 500 || code === 'invalid_frontend_secret') throw error
      refuse(ctx, status, { code, fieldErrors: fieldErrors.map(({ path, code: issue }) => ({ path, code: issue })) })
    }
  })
}

function refuse(ctx: RouterContext, status: number, body: object): void {
  ctx.status = status
  ctx.body = body
}

async function readJson(ctx: RouterContext): Promise<Readonly<Record<string, unknown>>> {
  if (ctx.is('application/json') === false) throw new HttpError('unsupported_media_type')
  try {
    const body: unknown = JSON.parse(Buffer.from(await readBody(ctx, maxBodyBytes)).toString('utf8'))
    if (typeof body === 'object' && body !== null) return body as Readonly<Record<string, unknown>>
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new HttpError('validation_failed')
}
