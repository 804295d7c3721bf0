import { createDatabase, type Database } from '@course-grading/data/db/database'
import type { Tx } from '@course-grading/data/db/db'
import { patient } from '@course-grading/data/testing/open-settings'
import { createCourseSettingsLoader } from '@course-grading/data/settings/course-settings-loader'
import { insertCourseSettings } from '@course-grading/data/settings/insert-course-settings'
import type { StoredCourseSettings } from '@course-grading/data/settings/stored-course-settings'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import type { CourseSettings } from '@course-grading/domain/settings/course-settings'
import { type FakeUpstream, startFakeUpstream } from '@course-grading/test-fake-upstream'
import { createTestDatabase, type TestDatabase } from '@course-grading/test-database'
import { demoCourses } from '@course-grading/test-kit'
import { createUpstream, type Upstream, type UpstreamCall } from '@course-grading/upstream'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'

export interface DemoWorld {
  fake: FakeUpstream
  database: Database
  upstream: Upstream
  /** The settings of a configured course as they stand now. */
  readonly settingsOf: (courseId: number) => Promise<StoredCourseSettings>
  readonly documentOf: (courseId: number) => Promise<CourseSettings>
  /** Rows of a query by the database's owner. */
  readonly query: (text: string) => Promise<Record<string, unknown>[]>
  /** The address of the database, for tests that open their own pools. */
  readonly databaseUrl: () => string
  readonly as: (userId: number) => UpstreamCall
}

/** Generous limits of calls, so that on a busy machine a test fails only for what it is about. */
export const patientCalls = {
  timeoutMs: 60_000,
  concurrency: 8,
  limits: { connectTimeoutMs: 60_000, queueWaitMs: 60_000, queueLimit: 1_000 },
} as const

/** The platform and the data of the demo world, new for each test. The database has the role of frontend-internal. */
export function useDemoWorld(): DemoWorld {
  let testDatabase: TestDatabase
  const settingsOf = async (courseId: number) => {
    const stored = await createCourseSettingsLoader(world.database)(courseId)
    if (stored === null) throw new Error(`course ${courseId} is not configured`)
    return stored
  }
  const world = {
    settingsOf,
    documentOf: async (courseId: number) => JSON.parse((await settingsOf(courseId)).document) as CourseSettings,
    query: (text: string) => testDatabase.query(text),
    databaseUrl: () => testDatabase.urls.frontendInternal,
    as: (userId: number) => ({ token: world.fake.world.tokenOf(userId), requestId: 'workflow-test' }),
  } as DemoWorld
  beforeAll(async () => {
    testDatabase = await createTestDatabase()
    world.database = await createDatabase({
      url: testDatabase.urls.frontendInternal,
      applicationName: 'test',
      ...patient,
    })
  })
  beforeEach(async () => {
    world.fake = await startFakeUpstream()
    await testDatabase.query(emptyTables)
    await world.database.transaction(configureDemoCourses)
    world.upstream = createUpstream({ baseUrl: world.fake.url, ...patientCalls })
  })
  afterEach(async () => {
    await world.upstream.close()
    await world.fake.close()
  })
  afterAll(async () => {
    await world.database.end()
    await testDatabase.drop()
  })
  return world
}

/** On a connection that stays open, as the demo world has them at first. */
async function configureDemoCourses(tx: Tx): Promise<void> {
  const by = { boundary: 'frontend', operation: 'configureCourse' } as const
  for (const course of Object.values(demoCourses)) {
    const { courseId } = course
    const userId = courseId === 13 ? 104 : 101
    await insertCourseSettings(tx, { ...by, courseId, userId, document: JSON.stringify(course) })
  }
}

/** Row by row, which is faster than a TRUNCATE, in any order that the foreign keys allow. */
const emptyTables = `DO $$ DECLARE waits boolean; each regclass; BEGIN
  LOOP
    waits := FALSE;
    FOR each IN SELECT oid FROM pg_class
      WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname NOT LIKE 'schema_migration%' LOOP
      BEGIN
        EXECUTE format('DELETE FROM %s', each);
      EXCEPTION
        WHEN foreign_key_violation THEN waits := TRUE;
        -- A guard keeps these rows.
        WHEN check_violation THEN EXECUTE format('TRUNCATE %s CASCADE', each);
      END;
    END LOOP;
    EXIT WHEN NOT waits;
  END LOOP;
END $$`

/** Code and issues of a problem, each issue as `path code`. */
export async function problemOf(work: Promise<unknown>): Promise<{ code: string; issues: string[] }> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof DomainError)) throw new Error('was not refused', { cause: error })
  return { code: error.code, issues: error.issues.map(({ path, code }) => `${path} ${code}`) }
}
