import { createDatabase, type Database } from '@course-grading/data/db/database'
import { findSnapshot } from '@course-grading/data/snapshots/find-snapshot'
import { selectStudents } from '@course-grading/data/students/list-students'
import { onTestFinished } from 'vitest'
import { useDemoWorld } from '../demo-world.fixture.ts'
import { patient } from '@course-grading/data/testing/open-settings'
import { refreshCourseSnapshot } from './refresh-course-snapshot.ts'

type RefreshCourseSnapshot = Parameters<typeof refreshCourseSnapshot>[1]

type Overrides = Partial<RefreshCourseSnapshot> & {
  courseId?: number
  userId?: number
  signal?: AbortSignal
  database?: Database
}

export const assistant = { userId: 102, seenBy: 'assistant' } as const

/** The demo world of a test file, with functions that refresh its courses and read the results. */
export function useRefreshes() {
  const world = useDemoWorld()
  const refresh = async ({
    courseId = 11,
    userId = 101,
    signal = AbortSignal.timeout(100_000),
    database = world.database,
    ...overrides
  }: Overrides = {}) =>
    refreshCourseSnapshot(
      { ...world, database, onStandingChanged: () => {} },
      {
        settings: await world.documentOf(courseId),
        seenBy: 'teacher',
        joinsReadingInProgress: true,
        upstreamCall: { ...world.as(userId), signal },
        ...overrides,
      },
    )
  const rosterOf = async (courseId = 11) => {
    const rows = await selectStudents(world.database, courseId, {
      q: null,
      tag: null,
      visibleTo: null,
      after: null,
      limit: 2_000,
    })
    return rows.map(({ userId }) => userId)
  }
  /** Everything that readers of the snapshot see. */
  const served = async () => ({
    staff: await findSnapshot(world.database, 11, { staff: true }),
    roster: await rosterOf(),
    heads: await world.query(
      'SELECT submission_id, user_id FROM snapshot_submitter WHERE course_id = 11 ORDER BY 1, 2',
    ),
  })
  const callsOf = (operation: string) => world.fake.journal.count({ operation })
  const secondPool = async (onQuery: (name: string) => void = () => {}) => {
    const observe = { query: onQuery, acquire: () => {} }
    const database = await createDatabase({
      url: world.databaseUrl(),
      applicationName: 'second replica',
      ...patient,
      observe,
    })
    onTestFinished(() => database.end())
    return database
  }
  /**
   * Lets requests for this path fail. For the list of submissions it is another status than 500, since with 500 that list would
   * be left out.
   */
  const failing = (path: string): void => {
    world.fake.faults.add({
      path: `/api/v2/courses/11${path}`,
      action: { kind: 'status', status: path === '/submissiondata' ? 503 : 500, retryAfterS: 1 },
    })
  }
  return { world, refresh, rosterOf, served, callsOf, secondPool, failing }
}
