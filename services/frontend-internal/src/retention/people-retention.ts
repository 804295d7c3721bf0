import { randomUUID } from 'node:crypto'
import {
  type Database,
  disownResults,
  eraseEndedRoster,
  listCoursesWithOwnerlessResults,
  listEndedRosters,
  takeTimerLease,
  withSerializationRetry,
} from '@course-grading/data'
import { errorFacts, type Logger } from '@course-grading/http-kit'

export interface PeopleRetentionOptions {
  readonly database: Database
  readonly logger: Logger
  /** After the last refresh of a course that ended. */
  readonly rosterDays: number
  readonly everyMs?: number
}

export interface PeopleRetention {
  /** Resolves once what is being erased is erased. */
  stop(): Promise<void>
}

/** Of all replicas one does it, once a day, so that a roster is announced on each of its last days. */
const lease = { name: 'people_retention', leaseS: 600, notMoreOftenThanS: 86_400 }
const soonDays = 7

/**
 * Erases what is kept of people no longer: rosters of courses that ended, and texts about work that is nobody's any more. Each course is a
 * transaction of its own; what fails is done the next day.
 */
export function startPeopleRetention({
  database,
  logger,
  rosterDays,
  everyMs = 60_000,
}: PeopleRetentionOptions): PeopleRetention {
  const holder = randomUUID()
  let stopped = false

  const eachCourse = async (courseIds: readonly number[], act: (courseId: number) => Promise<void>): Promise<void> => {
    for (const courseId of courseIds) {
      if (stopped) return
      await act(courseId).catch((error: unknown) => logger.warn('retention failed', { courseId, ...errorFacts(error) }))
    }
  }
  const eraseRosters = async (): Promise<void> => {
    const rosters = await listEndedRosters(database, { days: rosterDays, soonDays })
    for (const { courseId, due } of rosters) {
      if (!due)
        logger.warn('roster is erased within days', { event: 'roster_retention_ends', courseId, count: soonDays })
    }
    const due = rosters.flatMap((roster) => (roster.due ? [roster.courseId] : []))
    await eachCourse(due, async (courseId) => {
      const students = await withSerializationRetry(() =>
        database.transaction((tx) => eraseEndedRoster(tx, { courseId, days: rosterDays })),
      )
      if (students !== null) logger.info('roster erased', { event: 'roster_erased', courseId, count: students })
    })
  }
  const disown = async (): Promise<void> => {
    await eachCourse(await listCoursesWithOwnerlessResults(database), async (courseId) => {
      const submissions = await withSerializationRetry(() => database.transaction((tx) => disownResults(tx, courseId)))
      if (submissions > 0) logger.info('results disowned', { event: 'results_disowned', courseId, count: submissions })
    })
  }
  const work = async (): Promise<void> => {
    try {
      if (!(await takeTimerLease(database, { ...lease, holder }))) return
      await eraseRosters()
      await disown()
    } catch (error) {
      logger.warn('retention failed', errorFacts(error))
    }
  }
  let working = work()
  const timer = setInterval(() => {
    working = working.then(work)
  }, everyMs).unref()
  return {
    async stop() {
      stopped = true
      clearInterval(timer)
      await working
    },
  }
}
