import { randomUUID } from 'node:crypto'
import { type Database, takeTimerLease } from '@course-grading/data'
import type { Logger } from '@course-grading/http-kit'
import { type Every, startInterval } from '../worker/every.ts'
import { purge, type Purged } from './purge.ts'

/** Of all workers one does it, once an hour. */
const lease = { name: 'purge_deliveries', leaseS: 600, notMoreOftenThanS: 3600 }
const askEveryMs = 60_000

/** Erases what is over, for as long as the process runs. `onErased` is told what each run of this process has erased. */
export function startHourlyPurge({
  database,
  logger,
  stopping,
  onErased,
  everyMs = askEveryMs,
}: {
  readonly database: Database
  readonly logger: Logger
  readonly stopping: AbortSignal
  readonly onErased: (erased: Purged) => void
  readonly everyMs?: number
}): Every {
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
