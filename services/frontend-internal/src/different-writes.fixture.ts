import pg from 'pg'
import { expect } from 'vitest'
import { operations, type OperationName } from './every-operation.fixture.ts'
import type { TestService } from './service.fixture.ts'

type DifferentWrite = readonly [
  name: OperationName,
  bodyOf: (writer: number) => unknown,
  /** What the stored row then contains, written without spaces. */
  standsAs: (writer: number) => string,
]

const examples = new Map(operations.map(([name, { example }]) => [name, example.body]))
const changed = (name: OperationName, change: object): object => ({ ...(examples.get(name) as object), ...change })
const languageOf = (writer: number): string => (writer === 1 ? 'en' : 'fi')

/** A body that only one of two writers sends, for each operation that takes a revision and a body. */
export const differentWrites: readonly DifferentWrite[] = [
  ['putPreferences', (n) => changed('putPreferences', { pinnedCourses: [n] }), (n) => `"pinnedCourses":[${n}]`],
  ['putCourseSettings', (n) => changed('putCourseSettings', { name: `Course${n}` }), (n) => `"Course${n}"`],
  [
    'importGraders',
    (n) => `email;languages;feedbackTags;gradingTags\r\n103;${languageOf(n)};;\r\n`,
    (n) => `"languages":["${languageOf(n)}"]`,
  ],
  ['putRubricDraft', (n) => changed('putRubricDraft', { title: { en: `Title${n}` } }), (n) => `"Title${n}"`],
  [
    'putExerciseGrading',
    (n) => changed('putExerciseGrading', { leaseMinutes: n + 60 }),
    (n) => `"lease_minutes":6${n}`,
  ],
  ['patchAssessment', (n) => ({ privateNote: `Note${n}` }), (n) => `Note${n}`],
  ['putSnippet', (n) => changed('putSnippet', { label: `Label${n}` }), (n) => `Label${n}`],
  ['putFeedbackTemplates', (n) => ({ templates: { en: `Dear${n}` } }), (n) => `Dear${n}`],
  ['patchFeedback', (n) => ({ body: `Text${n}` }), (n) => `Text${n}`],
]

/** Holds a row, so that writers who have read it wait for each other's write, until `count` of them do. */
export async function holdRow(service: TestService, row: string): Promise<(count: number) => Promise<void>> {
  const holder = new pg.Client({ connectionString: service.database.ownerUrl })
  await holder.connect()
  await holder.query('BEGIN')
  await holder.query(`SELECT FROM ${row} FOR UPDATE`)
  return async (count) => {
    const waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    // Writers give up after a second, so on a slow machine they are let go on before all of them wait.
    await expect
      .poll(async () => (await holder.query(waiting)).rowCount, { timeout: 500 })
      .toBe(count)
      .catch(() => {})
    await holder.end()
  }
}
