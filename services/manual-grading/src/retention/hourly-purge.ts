import { randomUUID } from 'node:crypto'
import { type Database, takeTimerLease } from '@course-grading/data'
import type { Logger } from '@course-grading/http-kit'
import { type Every, startEvery } from '../worker/every.ts'
import { purge, type Purged } from './purge.ts'

export interface HourlyPurge extends Every {
  /** What this process has erased since it started. */
  readonly erased: () => Purged
}

/** Of all workers one does it, once an hour. */
const lease = { name: 'purge_deliveries', leaseS: 600, notMoreOftenThanS: 3600 }
const askEveryMs = 60_000

/** Erases what is over, for as long as the process runs. */
export function startHourlyPurge(
  { database, logger, stopping, everyMs = askEveryMs }: {
    readonly database: Database; readonly logger: Logger; readonly stopping: AbortSignal; readonly everyMs?: number
  },
): HourlyPurge {
  const holder = randomUUID()
  let erased: Purged = { capabilities: 0, diagnostics: 0 }
  const { over } = startEvery({
    ms: everyMs, stopping, logger,
    act: async () => {
      if (!await takeTimerLease(database, { ...lease, holder })) return
      const { capabilities, diagnostics } = await purge(database, stopping)
      erased = { capabilities: erased.capabilities + capabilities, diagnostics: erased.diagnostics + diagnostics }
    },
  })
  return { over, erased: () => erased }
}
