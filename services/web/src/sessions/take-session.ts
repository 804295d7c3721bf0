import type { RouterContext } from '@koa/router'
import type { Deps } from '../deps.ts'
import type { HeldSession } from '../http/session-cookie.ts'
import { endSession } from './end-session.ts'

/** Makes a new session the browser's, in place of the one that it holds, and goes on to `to`. */
export async function takeSession(
  ctx: RouterContext,
  deps: Deps,
  { session, requestId, to }: { readonly session: HeldSession; readonly requestId: string; readonly to: string },
): Promise<void> {
  const held = deps.cookie.read(ctx)
  const before = held?.userId ?? deps.cookie.lastPerson(ctx)
  // What the browser keeps of another person's text goes with that person.
  if (before !== null && before !== session.userId) ctx.set('Clear-Site-Data', '"storage"')
  deps.cookie.write(ctx, session)
  if (held !== null && held.sessionId !== session.sessionId) await endSession(deps, held.sessionId, requestId)
  ctx.redirect(to)
  ctx.status = 303
}
