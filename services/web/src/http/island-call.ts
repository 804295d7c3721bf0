import { FrontendTransportError } from '@course-grading/frontend-transport'
import type { BodyLimits } from '@course-grading/contracts/operation/limits'
import type { Issue } from '@course-grading/domain/errors/domain-error'
import { createValidator, HttpError, requestIdOf, validJson } from '@course-grading/http-kit'
import type Router from '@koa/router'
import type { RouterContext } from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import type { HeldSession } from '../deps/session-cookie.ts'
import { turnOf } from './turns.ts'
import type { Visit } from './visit.ts'

export interface IslandCall extends Pick<Visit, 'boundary' | 'requestId'> {
  readonly userId: number
  readonly ctx: RouterContext
  /** What the script sent. The boundary checks what is passed on to it. */
  readonly body: Readonly<Record<string, unknown>>
}

/** The bytes of a body for which the boundary is not asked first whether there is a session: saves are smaller. */
const maxUnknownBytes = 16_384

/** What the script sends. `properties` are JSON schemas of its members, all of which it must have but the `optional` ones. */
export interface IslandBody extends BodyLimits {
  readonly properties: Readonly<Record<string, object>>
  readonly optional?: readonly string[]
}

interface IslandRoute {
  readonly name: string
  readonly path: string
  readonly body?: IslandBody
  readonly answer: (call: IslandCall) => Promise<object>
}

/** Takes and gives JSON. The script says for whom it was drawn, so that nothing of one person is sent with another's session. */
export function islandRoute(router: Router, { cookie, transport }: Deps, route: IslandRoute): void {
  const readJson = route.body && jsonReader(route.body)
  router[route.body ? 'post' : 'get'](route.name, route.path, async (ctx) => {
    const caller = callerOf(ctx, cookie)
    if (caller === null) return
    const { sessionId, userId, requestId } = caller
    const boundary = transport.withSession(sessionId, turnOf(ctx).caller())
    try {
      if (readJson && !isSmall(ctx)) await boundary.getSession({ requestId })
      const body = readJson ? await readJson(ctx, userId) : {}
      ctx.body = await route.answer({ ctx, userId, requestId, body, boundary })
    } catch (error) {
      if (error instanceof HttpError && error.code === 'validation_failed')
        return refuse(ctx, 400, { code: error.code, fieldErrors: error.issues.map(inPatch) })
      if (!(error instanceof FrontendTransportError)) throw error
      const { status = 503, code, fieldErrors } = error
      if (status >= 500 || code === 'invalid_frontend_secret') throw error
      refuse(ctx, status, { code, fieldErrors: fieldErrors.map(({ path, code: issue }) => ({ path, code: issue })) })
    }
  })
}

/** The script knows a save by its patch. */
const inPatch = ({ path, code }: Issue) => ({ path: path.replace(/^\$\.patch\b/, '$'), code })

/** Whose script it is. Null after it has refused a call without a session, or for another person than the page was drawn for. */
export function callerOf(ctx: RouterContext, cookie: Deps['cookie']): (HeldSession & { requestId: string }) | null {
  const held = cookie.read(ctx)
  const requestId = requestIdOf(ctx, held?.userId)
  if (held === null) refuse(ctx, 401, { code: 'session_expired' })
  else if (ctx.get('X-Person') !== String(held.userId)) refuse(ctx, 409, { code: 'other_person' })
  else return { ...held, requestId }
  return null
}

export function refuse(ctx: RouterContext, status: number, body: object): void {
  ctx.status = status
  ctx.body = body
}

/** A body whose length is not announced may have any. */
const isSmall = ({ req }: RouterContext): boolean =>
  req.headers['transfer-encoding'] === undefined && Number(req.headers['content-length'] ?? 0) <= maxUnknownBytes

function jsonReader({ bytes, members, properties, optional = [] }: IslandBody) {
  const required = Object.keys(properties).filter((name) => !optional.includes(name))
  const validate = createValidator({ type: 'object', required, properties })
  return async (ctx: RouterContext, userId: number): Promise<IslandCall['body']> => {
    if (ctx.is('application/json') === false) throw new HttpError('unsupported_media_type')
    const body = await turnOf(ctx).readBody(bytes)
    return (await validJson(body, { bytes, members }, validate, userId)) as IslandCall['body']
  }
}
