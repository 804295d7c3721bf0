import { describe, expect } from 'vitest'
import { ask, type NamedOperation, type OperationName, operations, verdictOf } from './every-operation.fixture.ts'
import { holdRow } from './hold-row.fixture.ts'
import { itOnExamples as it, type TestService } from './service-test.fixture.ts'

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
const differentWrites: readonly DifferentWrite[] = [
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

describe('If-Match', () => {
  it.for(things())('of %s is refused if it is older or newer than what stands', async ([name, row], { service }) => {
    const revision = await present(service, name, row)
    for (const other of [revision - 1, revision + 1])
      await expect(sent(service, name, other), String(other)).toBeProblem(412, 'revision_conflict')
    expect(await revisionOf(service, row)).toBe(revision)
  })

  it.for(differentWritesBy())(
    'of %s, by its %s, lets one of two different writes in, which then stands',
    async ([name, by, bodyOf, standsAs], { service }) => {
      const [, row] = things().find(([each]) => each === name)!
      const revision = await present(service, name, row)
      // A write of what stands already would be no change.
      const writers = by === 'base' ? [3, 4] : [1, 2]
      const letGo = await holdRow(service, row)
      const writing = writers.map((writer) => sent(service, name, revision, { by, body: bodyOf(writer) }))
      await letGo(writers.length)
      const verdicts = await Promise.all((await Promise.all(writing)).map(verdictOf))
      const isIn = verdicts.map(([status]) => status < 300)
      const refusals = verdicts.filter((_, writer) => !isIn[writer])
      expect(refusals).toEqual([by === 'base' ? [409, 'merge_conflict'] : [412, 'revision_conflict']])
      const [stands] = await service.database.query(
        `SELECT to_jsonb(own)::text AS text FROM (SELECT * FROM ${row}) AS own`,
      )
      const text = String(stands?.['text']).replaceAll(' ', '')
      expect(writers.map((writer) => text.includes(standsAs(writer)))).toEqual(isIn)
    },
  )

  it.for(things())('of %s lets one of four succeed at the same time', async ([name, row], { service }) => {
    const revision = await present(service, name, row)
    const replies = await Promise.all(Array.from({ length: 4 }, () => sent(service, name, revision)))
    // Completing answers the same person again.
    expect(replies.filter(({ ok }) => ok)).toHaveLength(name === 'completeAssessment' ? 4 : 1)
    for (const { status } of replies.filter(({ ok }) => !ok)) expect([404, 409, 412]).toContain(status)
  })

  it('is in these tables for every operation that takes it', () => {
    const taking = operations.filter(([, { ifMatch }]) => ifMatch !== undefined)
    expect(things().map(([name]) => name)).toEqual(expect.arrayContaining(taking.map(([name]) => name)))
    const withBody = taking.filter(([, { example }]) => example.body !== undefined).map(([name]) => name)
    expect(differentWrites.map(([name]) => name).toSorted()).toEqual(withBody.toSorted())
  })
})

/** A patch may also name the revision that it is based on, and is merged with what others changed since. */
function differentWritesBy() {
  return differentWrites.flatMap(([name, ...write]) => [
    [name, 'revision', ...write] as const,
    ...(name.startsWith('patch') ? [[name, 'base', ...write] as const] : []),
  ])
}

/** The row whose revision it is. What ends a thing comes after what changes it. */
function things(): readonly (readonly [name: OperationName, row: string])[] {
  return [
    ['putPreferences', 'preferences WHERE user_id = 101'],
    ['putCourseSettings', 'course_settings WHERE course_id = 11'],
    ['importGraders', 'course_settings WHERE course_id = 11'],
    ['putExerciseGrading', 'exercise_grading WHERE course_id = 11 AND exercise_id = 1103'],
    ['putFeedbackTemplates', 'feedback_template WHERE course_id = 11'],
    ['deleteRubric', rubricOf('deleteRubric')],
    ['publishRubric', rubricOf('publishRubric')],
    ['putRubricDraft', rubricOf('putRubricDraft')],
    ['deleteRubricDraft', rubricOf('deleteRubricDraft')],
    ['archiveRubric', rubricOf('archiveRubric')],
    ['restoreRubric', rubricOf('restoreRubric')],
    ['putSnippet', `snippet WHERE snippet_id = '${paramOf('putSnippet', 'snippetId')}'`],
    ['retireSnippet', `snippet WHERE snippet_id = '${paramOf('retireSnippet', 'snippetId')}'`],
    ['publishFeedback', documentOf('publishFeedback')],
    ['withdrawFeedback', documentOf('withdrawFeedback')],
    ['deleteFeedback', documentOf('deleteFeedback')],
    ['patchFeedback', documentOf('patchFeedback')],
    ['restoreFeedbackVersion', documentOf('restoreFeedbackVersion')],
    ['patchAssessment', `assessment WHERE id = '${paramOf('patchAssessment', 'id')}'`],
    ['completeAssessment', `assessment WHERE id = '${paramOf('completeAssessment', 'id')}'`],
  ]
}

function paramOf(name: OperationName, param: string): string {
  return String(named(name)[1].example.params?.[param])
}

function rubricOf(name: OperationName): string {
  return `rubric WHERE rubric_id = '${paramOf(name, 'rubricId')}'`
}

function documentOf(name: OperationName): string {
  return `feedback WHERE id = '${paramOf(name, 'id')}'`
}

function named(name: OperationName): NamedOperation {
  return operations.find(([each]) => each === name)!
}

/** What was never written is written first, so that something is older. */
async function present(service: TestService, name: OperationName, row: string): Promise<number> {
  const revision = await revisionOf(service, row)
  if (revision !== undefined) return revision
  await expect(sent(service, name, 0)).toBeReply(204)
  return 1
}

async function revisionOf(service: TestService, row: string): Promise<number | undefined> {
  const [found] = await service.database.query(`SELECT revision::float8 AS revision FROM ${row}`)
  return found?.['revision'] as number | undefined
}

interface Sent {
  readonly by?: 'revision' | 'base'
  readonly body?: unknown
}

async function sent(
  service: TestService,
  name: OperationName,
  revision: number,
  { by = 'revision', ...body }: Sent = {},
): Promise<Response> {
  const based = by === 'base' ? { query: `?base=${revision}`, ifMatch: null } : { ifMatch: `"${revision}"` }
  // The example of an import is a dry run, which writes nothing.
  const request = { ...(name === 'importGraders' && { query: '' }), ...based, ...body }
  return await ask(service, named(name), { session: await service.teacher(), ...request })
}
