import { deleteExpiredParkedDrafts } from '@course-grading/data/assessments/parked-draft-queries'
import type { Database } from '@course-grading/data/db/database'
import type { Logger } from '@course-grading/http-kit'
import { type Job, startJob } from '@course-grading/jobs/start-job'

interface ParkedDraftUpkeepOptions {
  readonly database: Database
  readonly logger: Logger
  readonly stopping: AbortSignal
  readonly everyMs?: number
}

/** Seconds: the job runs once an hour, in one replica. Expired drafts are not shown, so this suffices. */
const hourly = { leaseS: 300, intervalS: 3600 }
/** The number of rows that one statement deletes, so that nobody waits long for their locks. */
const batch = 500

/** Deletes refused saves seven days after they were kept. */
export function startParkedDraftUpkeep({ everyMs = 60_000, ...shared }: ParkedDraftUpkeepOptions): Job {
  const { database } = shared
  return startJob({
    ...shared,
    name: 'expired_drafts',
    everyMs,
    oneReplica: { database, ...hourly },
    run: async (signal) => {
      for (let deleted = batch; deleted === batch && !signal.aborted;)
        deleted = await deleteExpiredParkedDrafts(database, batch)
    },
  })
}
