import type { Database } from '@course-grading/data/db/database'
import { deleteRubricMigrations } from '@course-grading/data/rubrics/find-migration'
import type { Logger } from '@course-grading/http-kit'
import { type Job, startJob } from '@course-grading/jobs/start-job'

interface MigrationUpkeepOptions {
  readonly database: Database
  readonly logger: Logger
  readonly stopping: AbortSignal
  readonly everyMs?: number
}

/** Seconds: plans are deleted every ten minutes, by one replica. */
const deletion = { leaseS: 120, intervalS: 600 }
/** The number of plans that one statement deletes: each may have thousands of rows. */
const batch = 5

export function startMigrationUpkeep({ everyMs = 60_000, ...shared }: MigrationUpkeepOptions): Job {
  const { database } = shared
  return startJob({
    ...shared,
    name: 'rubric_migrations',
    everyMs,
    oneReplica: { database, ...deletion },
    run: async (signal) => {
      for (let deleted = batch; deleted === batch && !signal.aborted;)
        deleted = await deleteRubricMigrations(database, { batch })
    },
  })
}
