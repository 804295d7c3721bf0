import type { RouterContext } from '@koa/router'
import type { Session } from '@course-grading/contracts/sessions/session'
import type { FrontendTransport } from '@course-grading/frontend-transport'
import { nameRoute } from '@course-grading/http-kit'
import type { Deps } from '../deps/deps.ts'
import { languageOf, textsFor, type Locale, type Texts } from '../texts/texts.ts'
import type { HeldSession } from '../deps/session-cookie.ts'

/** One request of somebody who signed in: who, how to ask the boundary, and how pages look to that person. */
export interface Visit {
  readonly held: HeldSession
  readonly boundary: ReturnType<FrontendTransport['withSession']>
  readonly session: Session
  readonly requestId: string
  readonly texts: Texts
  readonly locale: Locale
}

/** Whoever has no session is sent to sign in, and comes back: then it returns null, and the reply is made. */
export async function openVisit(ctx: RouterContext, route: string, deps: Deps): Promise<Visit | null> {
  const held = deps.cookie.read(ctx)
  const requestId = nameRoute(ctx, route, held?.userId)
  if (held === null) {
    toSignIn(ctx)
    return null
  }
  const boundary = deps.transport.withSession(held.sessionId)
  const { body: session } = await boundary.getSession({ requestId })
  // The cookie says whom its pages are for; one that says another person is none of ours.
  if (session.user.userId !== held.userId) {
    deps.cookie.clear(ctx)
    toSignIn(ctx)
    return null
  }
  // Whoever never chose has what the browser asks for.
  const { locale, texts } = textsFor(session.preferencesRevision === 0 ? languageOf(ctx) : session.preferences.locale)
  const visit = { held, boundary, session, requestId, texts, locale }
  ctx.state['visit'] = visit
  return visit
}

/** The visit that a request was found to be, also for a page about what failed after that. */
export const visitOf = ({ state }: Pick<RouterContext, 'state'>): Visit | null =>
  (state as { readonly visit?: Visit }).visit ?? null

export function toSignIn(ctx: RouterContext): void {
  const isRead = ctx.method === 'GET'
  ctx.redirect(isRead && ctx.url !== '/' ? `/sign-in?to=${encodeURIComponent(ctx.url)}` : '/sign-in')
  ctx.status = 303
}
