import type { RouterContext } from '@koa/router'
import type { Deps } from '../deps/deps.ts'
import { orRefused } from '../http/or-refused.ts'
import { turnOf } from '../http/turns.ts'

interface EndedSession {
  readonly sessionId: string
  readonly requestId: string
}

/** Ignores a session that has ended. While the boundary is away, the idle time will end the session, and nobody waits for that. */
export async function endSession(
  ctx: RouterContext,
  { transport }: Deps,
  { sessionId, requestId }: EndedSession,
): Promise<void> {
  const ending = transport.withSession(sessionId, turnOf(ctx).caller()).deleteSession({ requestId })
  await orRefused<unknown>(ending, () => null)
}
