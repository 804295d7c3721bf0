import { eraseCapabilities } from '@course-grading/data/capabilities/erase-capabilities'
import type { Database } from '@course-grading/data/db/database'
import { deleteDiagnostics } from '@course-grading/data/delivery/delete-diagnostics'

/** Days after which a used URL, and the diagnostics of a send, are erased. */
const keptDays = { usedCapabilities: 30, diagnostics: 30 }
/** Rows of one statement, so that nobody waits long for their locks. */
const batch = 500

export interface Purged {
  readonly capabilities: number
  readonly diagnostics: number
}

/** Erases URLs that expired unused or were used long ago (their rows stay), and old diagnostics, in batches between which it can stop. */
export async function purge(database: Database, signal: AbortSignal): Promise<Purged> {
  return {
    capabilities: await inBatches(
      () => eraseCapabilities(database, { usedDays: keptDays.usedCapabilities, batch }),
      signal,
    ),
    diagnostics: await inBatches(() => deleteDiagnostics(database, { days: keptDays.diagnostics, batch }), signal),
  }
}

async function inBatches(act: () => Promise<number>, signal: AbortSignal): Promise<number> {
  let total = 0
  for (let count = batch; count === batch && !signal.aborted;) {
    count = await act()
    total += count
  }
  return total
}
