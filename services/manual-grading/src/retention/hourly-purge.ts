import type { Database } from '@course-grading/data/db/database'
import type { Logger } from '@course-grading/http-kit'
import { type Job, startJob } from '@course-grading/jobs/start-job'
import { purge, type Purged } from './purge.ts'

/** In seconds: one worker of all does the purge, once an hour. */
const hourly = { leaseS: 600, intervalS: 3600 }
const askEveryMs = 60_000

/** Runs the purge for as long as the process runs. `onErased` gets what each run of this process erased. */
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
}): Job {
  return startJob({
    name: 'purge_deliveries',
    everyMs,
    stopping,
    logger,
    oneReplica: { database, ...hourly },
    run: async (signal) => onErased(await purge(database, signal)),
  })
}
