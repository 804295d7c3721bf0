import type { Database } from '@course-grading/data/db/database'
import { type DueRelease, listDueReleases } from '@course-grading/data/grading/list-due-releases'
import { markGradesReleased } from '@course-grading/data/grading/release-grades'
import { errorFacts, type Logger } from '@course-grading/http-kit'
import { type Job, startJob } from '@course-grading/jobs/start-job'

interface DueReleasesOptions {
  readonly database: Database
  readonly logger: Logger
  readonly stopping: AbortSignal
  readonly everyMs?: number
}

/** Seconds; less than `everyMs`, so that the next attempt is not refused after the last run or a killed process's lease. One replica at a time. */
const lease = { leaseS: 50, intervalS: 50 }

/** Never of assessments of which a result was ever released. Each exercise is a transaction of its own; a failed one is tried again a minute later. */
export function startDueReleases({ everyMs = 60_000, ...shared }: DueReleasesOptions): Job {
  return startJob({
    ...shared,
    name: 'due_releases',
    everyMs,
    oneReplica: { database: shared.database, ...lease },
    run: async (signal) => {
      for (const exercise of await listDueReleases(shared.database)) {
        if (signal.aborted) return
        await releaseDue(shared, exercise)
      }
    },
  })
}

async function releaseDue(
  { database, logger }: DueReleasesOptions,
  { courseId, exerciseId }: DueRelease,
): Promise<void> {
  const request = { courseId, exerciseId, assessmentIds: null, isDue: true, byUserId: null }
  try {
    const { released: count } = await database.transaction((tx) => markGradesReleased(tx, request))
    logger.info('grades released', { event: 'grades_released', courseId, exerciseId, count, reason: 'release_at' })
  } catch (error) {
    logger.warn('release of an exercise failed', { courseId, exerciseId, ...errorFacts(error) })
  }
}
