import { countQueues, type QueueGauges } from '@course-grading/data/claims/queue-gauges'
import type { Database } from '@course-grading/data/db/database'
import type { Logger } from '@course-grading/http-kit'
import { type Job, startJob } from '@course-grading/jobs/start-job'

interface QueueUpkeepOptions {
  readonly database: Database
  readonly logger: Logger
  readonly stopping: AbortSignal
  readonly everyMs?: number
}

interface QueueUpkeep extends Job {
  /** The numbers of the last count, so that metrics can be reported while the database is down. */
  readonly numbers: () => QueueGauges
}

export function startQueueUpkeep({ everyMs = 60_000, ...shared }: QueueUpkeepOptions): QueueUpkeep {
  let latest: QueueGauges = { waiting: 0, held: 0, lapsed: 0, oldestWaitingS: 0, overdueS: 0 }
  const { ended } = startJob({
    ...shared,
    name: 'queue_gauges',
    everyMs,
    run: async () => {
      latest = await countQueues(shared.database)
    },
  })
  return { ended, numbers: () => latest }
}
