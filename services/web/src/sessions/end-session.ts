import { FrontendTransportError } from '@course-grading/frontend-transport'
import type { Deps } from '../deps/deps.ts'

/** Ignores a session that has ended. While the boundary is away, the idle time will end the session, and nobody waits for that. */
export async function endSession({ transport }: Deps, sessionId: string, requestId: string): Promise<void> {
  try {
    await transport.deleteSession({ session: sessionId, requestId })
  } catch (error) {
    if (!(error instanceof FrontendTransportError)) throw error
  }
}
