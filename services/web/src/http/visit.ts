import type { RouterContext } from '@koa/router'
import type { Session } from '@course-grading/contracts/sessions/session'
import { requestIdOf } from '@course-grading/http-kit'
import type { Deps } from '../deps/deps.ts'
import type { Boundary } from '../deps/shared-transport.ts'
import { languageOf, textsFor, type Locale, type Texts } from '../texts/texts.ts'
import type { HeldSession } from '../deps/session-cookie.ts'
import { seeOther } from './see-other.ts'
import { turnOf } from './turns.ts'

/** A request of a signed-in person: who it is, how to call the boundary, and how pages look to that person. */
export interface Visit {
  readonly held: HeldSession
  readonly boundary: Boundary
  readonly session: Session
  readonly requestId: string
  readonly texts: Texts
  readonly locale: Locale
  /** The IANA name of the zone in which times are drawn. */
  readonly zone: string
}

/** Resolves to null after it has sent somebody without a session to sign in, with the way back. */
export async function openVisit(ctx: RouterContext, deps: Deps): Promise<Visit | null> {
  const visit = await findVisit(ctx, deps)
  if (visit === null) toSignIn(ctx)
  return visit
}

/** Null without a session. */
export async function findVisit(ctx: RouterContext, deps: Deps): Promise<Visit | null> {
  const held = deps.cookie.read(ctx)
  const requestId = requestIdOf(ctx, held?.userId)
  if (held === null) return null
  const boundary = deps.transport.withSession(held.sessionId, turnOf(ctx).caller())
  const { body: session } = await boundary.getSession({ requestId })
  // A cookie that names another person than its session does was not written by this service.
  if (session.user.userId !== held.userId) {
    deps.cookie.clear(ctx)
    return null
  }
  // Before preferences are first saved, the languages of the browser decide.
  const { locale, texts } = textsFor(session.preferencesRevision === 0 ? languageOf(ctx) : session.preferences.locale)
  const zone = session.preferences.timeZone ?? deps.config.TIME_ZONE
  const visit = { held, boundary, session, requestId, texts, locale, zone }
  ctx.state['visit'] = visit
  return visit
}

/** The visit that was opened for a request, also for a page about an error that came after that. */
export const visitOf = ({ state }: Pick<RouterContext, 'state'>): Visit | null =>
  (state as { readonly visit?: Visit }).visit ?? null

export function toSignIn(ctx: RouterContext): void {
  const isRead = ctx.method === 'GET'
  seeOther(ctx, isRead && ctx.url !== '/' ? `/sign-in?to=${encodeURIComponent(ctx.url)}` : '/sign-in')
}
