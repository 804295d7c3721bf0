import type { Database } from '@course-grading/data/db/database'
import { eraseEndedRoster, listEndedRosters } from '@course-grading/data/retention/erase-ended-roster'
import { disownResults, listCoursesWithResultsToDisown } from '@course-grading/data/people/disown-results'
import { errorFacts, type Logger } from '@course-grading/http-kit'
import { type Job, startJob } from '@course-grading/jobs/start-job'

interface PeopleRetentionOptions {
  readonly database: Database
  readonly logger: Logger
  readonly stopping: AbortSignal
  /** Days from the last refresh of an ended course to the erasure of its roster. */
  readonly rosterDays: number
  readonly everyMs?: number
}

/** Seconds: the job runs once a day, in one replica, so that a roster is announced on each of its last days. */
const daily = { leaseS: 600, intervalS: 86_400 }
const soonDays = 7

/** Erases rosters of ended courses, and texts about work without submitters. Each course is a transaction, tried again the next day. */
export function startPeopleRetention({ rosterDays, everyMs = 60_000, ...shared }: PeopleRetentionOptions): Job {
  return startJob({
    ...shared,
    name: 'people_retention',
    everyMs,
    oneReplica: { database: shared.database, ...daily },
    run: async (signal) => {
      await eraseRosters(shared, rosterDays, signal)
      await disown(shared, signal)
    },
  })
}

type RetentionDeps = Pick<PeopleRetentionOptions, 'database' | 'logger'>

async function eraseRosters(deps: RetentionDeps, days: number, signal: AbortSignal): Promise<void> {
  const { database, logger } = deps
  const rosters = await listEndedRosters(database, { days, soonDays })
  for (const { courseId, due } of rosters) {
    if (!due) logger.warn('roster is erased within days', { event: 'roster_retention_ends', courseId, count: soonDays })
  }
  const due = rosters.flatMap((roster) => (roster.due ? [roster.courseId] : []))
  await eachCourse(deps, due, signal, async (courseId) => {
    const students = await database.transaction((tx) => eraseEndedRoster(tx, { courseId, days }))
    if (students !== null) logger.info('roster erased', { event: 'roster_erased', courseId, count: students })
  })
}

async function disown(deps: RetentionDeps, signal: AbortSignal): Promise<void> {
  const { database, logger } = deps
  await eachCourse(deps, await listCoursesWithResultsToDisown(database), signal, async (courseId) => {
    const submissions = await database.transaction((tx) => disownResults(tx, courseId))
    if (submissions > 0) logger.info('results disowned', { event: 'results_disowned', courseId, count: submissions })
  })
}

async function eachCourse(
  { logger }: RetentionDeps,
  courseIds: readonly number[],
  signal: AbortSignal,
  act: (courseId: number) => Promise<void>,
): Promise<void> {
  for (const courseId of courseIds) {
    if (signal.aborted) return
    await act(courseId).catch((error: unknown) =>
      logger.warn('retention of a course failed', { courseId, ...errorFacts(error) }),
    )
  }
}
