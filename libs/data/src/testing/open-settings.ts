import type { CourseSettings } from '@course-grading/domain/settings/course-settings'
import { createDatabase, type Database } from '../db/database.ts'
import { insertCourseSettings } from '../settings/insert-course-settings.ts'
import { byTeacher, settingsText } from './settings-document.ts'

type DatabaseOptions = Parameters<typeof createDatabase>[0]

interface ObservedDatabase {
  readonly database: Database
  /** Names of the statements so far, transaction control included. */
  readonly statements: string[]
}

/** Limits that are long enough for a slow machine, for tests of other things. */
export const patient = {
  statementTimeoutMs: 60_000,
  limits: { queueWaitMs: 60_000, dialTimeoutMs: 60_000, lockTimeoutMs: 60_000, idleInTransactionTimeoutMs: 60_000 },
} as const satisfies Partial<DatabaseOptions>

export async function openObserved(url: string, poolMax = 10): Promise<ObservedDatabase> {
  const statements: string[] = []
  const database = await createDatabase({
    url,
    applicationName: 'settings test',
    poolMax,
    ...patient,
    observe: { query: (name) => void statements.push(name), acquire: () => {} },
  })
  return { database, statements }
}

let lastCourseId = 0

/** Configures a new course and returns its id. `database` must be a connection of the frontend's role. */
export async function configureCourse(database: Database, change: Partial<CourseSettings> = {}): Promise<number> {
  const courseId = nextCourseId()
  await database.transaction((tx) =>
    insertCourseSettings(tx, { ...byTeacher, courseId, document: settingsText(courseId, change) }),
  )
  return courseId
}

/** An id that no other test of this file uses. */
export function nextCourseId(): number {
  lastCourseId += 1
  return lastCourseId
}
