import type { RouterContext } from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import type { HeldSession } from '../deps/session-cookie.ts'
import { ownPath } from '../http/own-path.ts'
import { seeOther } from '../http/see-other.ts'
import { endSession } from './end-session.ts'

interface NewSession {
  readonly session: HeldSession
  readonly requestId: string
  readonly to: string
}

/** Makes a new session the browser's and redirects to `to`, or to the question whether it may be, where another person's text may be kept. */
export async function offerSession(ctx: RouterContext, deps: Deps, offered: NewSession): Promise<void> {
  const { session, requestId, to } = offered
  if (!deps.cookie.isOfAnother(ctx, session.userId)) {
    // Whether the browser keeps cookies at all is seen by the next request.
    const seen = `/signed-in?to=${encodeURIComponent(ownPath(to))}`
    return await takeSession(ctx, deps, ctx.get('Cookie') === '' ? { ...offered, to: seen } : offered)
  }
  const waiting = deps.cookie.readWaiting(ctx)
  if (waiting !== null) await endSession(ctx, deps, { sessionId: waiting.sessionId, requestId })
  deps.cookie.writeWaiting(ctx, { ...session, to })
  seeOther(ctx, '/signed-in')
}

/** Makes a new session the browser's, in place of those that it has, and redirects to `to`. Text of another person is erased. */
export async function takeSession(
  ctx: RouterContext,
  deps: Deps,
  { session, requestId, to }: NewSession,
): Promise<void> {
  if (deps.cookie.isOfAnother(ctx, session.userId)) ctx.set('Clear-Site-Data', '"storage"')
  await leaveSessions(ctx, deps, { requestId, exceptId: session.sessionId })
  deps.cookie.write(ctx, session)
  seeOther(ctx, ownPath(to))
}

/** Ends the browser's sessions, also one that waits. */
export async function leaveSessions(
  ctx: RouterContext,
  deps: Deps,
  { requestId, exceptId }: { readonly requestId: string; readonly exceptId?: string },
): Promise<void> {
  const { cookie } = deps
  const sessions = [cookie.read(ctx), cookie.readWaiting(ctx)].filter((session) => session !== null)
  for (const { sessionId } of sessions)
    if (sessionId !== exceptId) await endSession(ctx, deps, { sessionId, requestId })
  if (cookie.readWaiting(ctx) !== null) cookie.clearWaiting(ctx)
}
