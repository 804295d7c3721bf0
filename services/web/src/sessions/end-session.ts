import { FrontendTransportError } from '@course-grading/frontend-transport'
import type { Deps } from '../deps/deps.ts'

/** One that has ended already is as good as ended; while the boundary is away, its idle time ends it, and nobody waits for that. */
export async function endSession({ transport }: Deps, sessionId: string, requestId: string): Promise<void> {
  try {
    await transport.deleteSession({ session: sessionId, requestId })
  } catch (error) {
    if (!(error instanceof FrontendTransportError)) throw error
  }
}
