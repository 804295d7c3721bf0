import { randomUUID } from 'node:crypto'
import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { describe, expect } from 'vitest'
import { ask, type NamedOperation, operations } from '../every-operation.fixture.ts'
import { itOnExamples, type TestService } from '../service-test.fixture.ts'
import { addEveryKind, releasedSubmission } from './every-kind.fixture.ts'
import { keepRows, otherCourse, rowsOfCourse, writeOtherCourse } from './other-course.fixture.ts'

const it = itOnExamples
  .extend('readers', { scope: 'file' }, ({ service }) =>
    // A teacher; a grader by language and tags, and a student, who ask less.
    Promise.all([101, 102, 201].map(async (userId) => await service.signIn(userId))),
  )
  .extend('seen', { scope: 'file' }, async ({ service, readers, teacher }) => {
    await addEveryKind(service)
    const putBack = await keepRows(service)
    const alone = { reads: await readAll(service, readers), writes: await writeAll(service, teacher) }
    await putBack()
    await writeOtherCourse(service)
    const before = await rowsOfCourse(service, otherCourse)
    const beside = { reads: await readAll(service, readers), writes: await writeAll(service, teacher) }
    return { alone, beside, theirs: { before, after: await rowsOfCourse(service, otherCourse) } }
  })

describe('another course of the same people, with a row of every kind', () => {
  it.for(reads().map(([name]) => name))('shows nothing of itself in %s', (name, { seen: { alone, beside } }) => {
    expect(alone.reads[name]).toContainEqual([expect.anything(), 200, expect.anything()])
    expect(beside.reads[name]).toEqual(alone.reads[name])
  })

  it('changes no reply to a write', ({ seen: { alone, beside } }) => {
    expect(beside.writes).toEqual(alone.writes)
    const done = alone.writes.filter(([, status]) => status < 300).map(([name]) => name)
    expect(done).toEqual(expect.arrayContaining(['patchFeedback', 'eraseStudentData', 'releaseGrades', 'claimNext']))
  })

  it('keeps every row whatever is written in this one, erased from it or refreshed', ({ seen: { theirs } }) => {
    expect(Object.entries(theirs.before).flatMap(([table, rows]) => (rows.length === 0 ? [table] : []))).toEqual([])
    expect(theirs.after).toEqual(theirs.before)
  })
})

/** What is read besides the example of each operation: without its filters, and by others. */
const queries: Readonly<Record<string, readonly string[]>> = {
  listStudents: ['', '?q=eero', '?q=elsewhere', '?tag=elsewhere', '?feedback=published', '?feedback=none'],
  listSubmissions: [
    '',
    'state=waiting',
    'state=released&exerciseId=1103',
    'state=not_queued',
    'exerciseId=1104',
    'exerciseId=1105',
    'exerciseId=1001104',
    'exerciseId=1103&q=elsewhere',
    'userId=201',
    'userId=201&q=elsewhere',
    'grader=101',
    'grader=101&q=elsewhere',
    'q=eero',
    'q=elsewhere',
    'q=w',
  ].map((filter) => `?limit=200&${filter}`),
  listFeedbackStudents: ['', '?state=published', '?q=elsewhere', '?tag=elsewhere', '?state=none'],
  listDeliveries: ['', '?state=held', '?undeliverable=true'],
  listQueues: ['', '?exerciseId=1104', '?exerciseId=1001104'],
  getGradingProgress: ['', '?exerciseId=1104', '?exerciseId=1001104'],
  listSnippets: ['', '?q=names', '?exerciseId=1103'],
  listRubrics: [''],
  getExerciseArchive: ['?attempts=all'],
}
/** They write nothing. */
const previews: Readonly<Record<string, { readonly query?: string; readonly body?: object }>> = {
  previewFeedback: {},
  previewScores: {},
  importGraders: {},
  releaseGrades: { query: '?dryRun=true', body: {} },
}
/** About a person alone, or about every course that is shown to the public. */
const ofNoCourse = [
  'createSession',
  'deleteSession',
  'deleteOtherSessions',
  'listSessions',
  'getSession',
  'getPreferences',
  'listPublicCourses',
]
const ofCourses = operations.filter(([name]) => !ofNoCourse.includes(name))

function reads(): readonly NamedOperation[] {
  return ofCourses.filter(([name, { method }]) => name in previews || method === 'get')
}

/** Their examples are those of a first write, and here are others before. */
const present = ['putExerciseGrading', 'putFeedbackTemplates']

/** What later operations of the contract take away, others need. */
function writes(): readonly (readonly [...NamedOperation, request?: object])[] {
  return ofCourses
    .filter(([, { method }]) => method !== 'get')
    .map(([name, operation]) => [name, operation, present.includes(name) ? { ifMatch: '"1"' } : {}] as const)
    .toReversed()
}

type Reply = readonly [name: string, status: number, body: string]

/** Times and ids that the service makes are left out. The last one has the numbers of rows that are left. */
async function writeAll(service: TestService, teacher: string): Promise<readonly Reply[]> {
  const replies: Reply[] = []
  for (const [name, operation, request] of [await citingTheirSnippet(service), ...writes()]) {
    const reply = await ask(service, [name, operation], { session: teacher, ...request })
    replies.push([
      name,
      reply.status,
      (await reply.text()).replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|[\d-]+T[\d:.]+Z/g, ''),
    ])
  }
  const rows = Object.entries(await rowsOfCourse(service, 11)).map(([table, { length }]) => `${table} ${length}`)
  return [...replies, ['rows', 200, rows.join()]]
}

/** A save that names a snippet of the other course as one that it used. */
async function citingTheirSnippet(service: TestService): Promise<readonly [...NamedOperation, request: object]> {
  const { patchFeedback } = frontendInternal.operations
  const [snippet] = await service.sql`SELECT snippet_id AS id FROM snippet WHERE course_id <> 11 AND owner_id IS NULL`
  const { a1 } = patchFeedback.example.body.annotations
  const body = {
    annotations: { theirs: { ...a1, snippet: { snippetId: snippet?.['id'] ?? randomUUID(), edited: false } } },
  }
  return ['patchFeedback', patchFeedback, { body }]
}

type Replies = Readonly<Record<string, readonly (readonly [request: string, status: number, body: string])[]>>

async function readAll(service: TestService, readers: readonly string[]): Promise<Replies> {
  const replies: Record<string, [request: string, status: number, body: string][]> = {}
  const [released] = await service.sql`SELECT id FROM feedback WHERE submission_id = ${releasedSubmission}`
  for (const each of reads()) {
    const [name, operation] = each
    const requests = [
      previews[name] ?? {},
      ...(queries[name] ?? []).map((query) => ({ query })),
      ...(operation.path.includes('{exerciseId}') ? ['1104', '1001103'] : []).map((exerciseId) => ({
        ...previews[name],
        params: { courseId: '11', exerciseId },
      })),
      ...(name === 'getMyFeedback' ? [{ params: { id: String(released?.['id']) } }] : []),
    ]
    replies[name] = []
    for (const [reader, session] of readers.entries())
      for (const request of reader === 0 ? requests : requests.slice(0, 2)) {
        const reply = await ask(service, each, { session, ...request })
        const body = Buffer.from(await reply.arrayBuffer()).toString('latin1')
        replies[name].push([JSON.stringify(request), reply.status, reply.ok ? comparable(name, body) : ''])
      }
  }
  // Exports are recorded, and are part of the next one.
  await service.sql`DELETE FROM person_action WHERE action = 'export' AND by_user_id = 101 AND course_id = 11`
  return replies
}

/** Without the times of exports and first reads. Claims are listed across all courses: those of this one. */
function comparable(name: string, body: string): string {
  if (name !== 'listMyClaims') return body.replaceAll(/"(?:exportedAt|at|readAt)" ?: ?"[^"]*"/g, '')
  const { items } = JSON.parse(body) as { items: readonly { readonly courseId: number }[] }
  return JSON.stringify(items.filter(({ courseId }) => courseId === 11))
}
