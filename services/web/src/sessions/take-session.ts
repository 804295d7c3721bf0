import type { RouterContext } from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import type { HeldSession } from '../deps/session-cookie.ts'
import { endSession } from './end-session.ts'

/** Makes a new session the browser's, in place of those that it has, and redirects to `to`. */
export async function takeSession(
  ctx: RouterContext,
  deps: Deps,
  { session, requestId, to }: { readonly session: HeldSession; readonly requestId: string; readonly to: string },
): Promise<void> {
  const before = deps.cookie.read(ctx)?.userId ?? deps.cookie.lastPerson(ctx)
  // Text of another person that the browser keeps is erased with that person's session.
  if (before !== null && before !== session.userId) ctx.set('Clear-Site-Data', '"storage"')
  await leaveSessions(ctx, deps, { requestId, exceptId: session.sessionId })
  deps.cookie.write(ctx, session)
  ctx.redirect(to)
  ctx.status = 303
}

/** Ends the browser's sessions, also that of a launch. */
export async function leaveSessions(
  ctx: RouterContext,
  deps: Deps,
  { requestId, exceptId }: { readonly requestId: string; readonly exceptId?: string },
): Promise<void> {
  const { cookie } = deps
  const sessions = [cookie.read(ctx), cookie.readLaunched(ctx)].filter((session) => session !== null)
  for (const { sessionId } of sessions) if (sessionId !== exceptId) await endSession(deps, sessionId, requestId)
  if (cookie.readLaunched(ctx) !== null) cookie.clearLaunched(ctx)
}
