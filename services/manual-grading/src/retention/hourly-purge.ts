import { randomUUID } from 'node:crypto'
import { type Database, takeTimerLease } from '@course-grading/data'
import type { Logger } from '@course-grading/http-kit'
import { type RunningInterval, startInterval } from '../worker/start-interval.ts'
import { purge, type Purged } from './purge.ts'

/** One worker of all runs it, once an hour. */
const lease = { name: 'purge_deliveries', leaseS: 600, notMoreOftenThanS: 3600 }
const attemptEveryMs = 60_000

/** Erases data whose retention has ended, for as long as the process runs. `onErased` gets what each run of this process erased. */
export function startHourlyPurge({
  database,
  logger,
  stopping,
  onErased,
  everyMs = attemptEveryMs,
}: {
  readonly database: Database
  readonly logger: Logger
  readonly stopping: AbortSignal
  readonly onErased: (erased: Purged) => void
  readonly everyMs?: number
}): RunningInterval {
  const holder = randomUUID()
  return startInterval({
    ms: everyMs,
    stopping,
    logger,
    act: async () => {
      if (await takeTimerLease(database, { ...lease, holder })) onErased(await purge(database, stopping))
    },
  })
}
