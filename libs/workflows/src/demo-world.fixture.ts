import { createDatabase, type Database } from '@course-grading/data/db/database'
import { patient } from '@course-grading/data/testing/open-settings'
import { createCourseSettingsLoader } from '@course-grading/data/settings/course-settings-loader'
import type { StoredCourseSettings } from '@course-grading/data/settings/stored-course-settings'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import type { CourseSettings } from '@course-grading/domain/settings/course-settings'
import { type FakeUpstream, startFakeUpstream } from '@course-grading/test-fake-upstream'
import { createTestDatabase, type TestDatabase } from '@course-grading/test-database'
import { seedDemoWorld } from '@course-grading/test-kit'
import { createUpstream, type Upstream, type UpstreamCall } from '@course-grading/upstream'
import { afterEach, beforeEach } from 'vitest'

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

/** The platform and the database of the demo world, new for each test. The database has the role of frontend-internal. */
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
  beforeEach(async () => {
    ;[world.fake, testDatabase] = await Promise.all([startFakeUpstream(), createTestDatabase()])
    await seedDemoWorld(testDatabase.ownerUrl)
    world.database = await createDatabase({
      url: testDatabase.urls.frontendInternal,
      applicationName: 'test',
      ...patient,
    })
    world.upstream = createUpstream({ baseUrl: world.fake.url, ...patientCalls })
  })
  afterEach(async () => {
    await world.upstream.close()
    await world.database.end()
    await world.fake.close()
    await testDatabase.drop()
  })
  return world
}

/** Code and issues of a problem, each issue as `path code`. */
export async function problemOf(work: Promise<unknown>): Promise<{ code: string; issues: string[] }> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof DomainError)) throw new Error('was not refused', { cause: error })
  return { code: error.code, issues: error.issues.map(({ path, code }) => `${path} ${code}`) }
}
