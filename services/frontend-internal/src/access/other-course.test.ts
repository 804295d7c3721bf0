import { frontendInternal } from '@course-grading/contracts/boundaries/frontend-internal'
import { describe, expect } from 'vitest'
import { ask, type NamedOperation, operations } from '../every-operation.fixture.ts'
import { itOnExamples, type TestService } from '../service-test.fixture.ts'
import { addEveryKind } from './every-kind.fixture.ts'
import { otherCourse, rowsOfCourse, writeOtherCourse } from './other-course.fixture.ts'

const it = itOnExamples
  .extend('readers', { scope: 'file' }, ({ service }) =>
    // A teacher, a grader by language and tags, and a student.
    Promise.all([101, 102, 201].map(async (userId) => await service.signIn(userId))),
  )
  .extend('replies', { scope: 'file' }, async ({ service, readers }) => {
    await addEveryKind(service)
    const alone = await readAll(service, readers)
    await writeOtherCourse(service)
    return { alone, beside: await readAll(service, readers) }
  })

describe('another course of the same people, with a row of every kind', () => {
  it.for(reads().map(([name]) => name))('shows nothing of itself in %s', (name, { replies }) => {
    expect(replies.alone[name]).toContainEqual([expect.anything(), 200, expect.anything()])
    expect(replies.beside[name]).toEqual(replies.alone[name])
  })

  it('keeps every row whatever is written in this one, erased from it or refreshed', async ({
    service,
    replies: _,
    teacher,
  }) => {
    const before = await rowsOfCourse(service, otherCourse)
    expect(Object.entries(before).flatMap(([table, rows]) => (rows.length === 0 ? [table] : []))).toEqual([])
    const done: string[] = []
    for (const [name, operation, request] of [await citingTheirSnippet(service), ...writes()]) {
      const reply = await ask(service, [name, operation], { session: teacher, ...request })
      if (reply.ok) done.push(name)
      await reply.body?.cancel()
    }
    expect(await rowsOfCourse(service, otherCourse)).toEqual(before)
    expect(done).toEqual(
      expect.arrayContaining([
        'patchFeedback',
        'eraseStudentData',
        'refreshCourseSnapshot',
        'releaseGrades',
        'claimNext',
      ]),
    )
  })
})

/** What is read besides the example of each operation: without its filters, and by others. */
const queries: Readonly<Record<string, readonly string[]>> = {
  listStudents: ['', '?q=eero', '?q=elsewhere', '?tag=elsewhere', '?feedback=published', '?feedback=none'],
  listSubmissions: [
    '',
    'state=waiting',
    'state=released&exerciseId=1103',
    'exerciseId=1104',
    'exerciseId=1001104',
    'userId=201',
    'grader=101',
    'q=eero',
    'q=elsewhere',
    'q=w',
  ].map((filter) => `?limit=200&${filter}`),
  listFeedbackStudents: ['', '?state=published', '?q=elsewhere', '?tag=elsewhere', '?state=none'],
  listDeliveries: ['', '?state=held'],
  listQueues: ['', '?exerciseId=1104', '?exerciseId=1001104'],
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

/** What later operations of the contract take away, others need. */
function writes(): readonly (readonly [...NamedOperation, request?: object])[] {
  return ofCourses.filter(([, { method }]) => method !== 'get').toReversed()
}

/** A save that names a snippet of the other course as one that it used. */
async function citingTheirSnippet(service: TestService): Promise<readonly [...NamedOperation, request: object]> {
  const { patchFeedback } = frontendInternal.operations
  const [snippet] =
    await service.sql`SELECT snippet_id AS id FROM snippet WHERE course_id = ${otherCourse} AND owner_id IS NULL`
  const { a1 } = patchFeedback.example.body.annotations
  const body = { annotations: { theirs: { ...a1, snippet: { snippetId: snippet?.['id'], edited: false } } } }
  return ['patchFeedback', patchFeedback, { body }]
}

type Replies = Readonly<Record<string, readonly (readonly [request: string, status: number, body: string])[]>>

async function readAll(service: TestService, readers: readonly string[]): Promise<Replies> {
  const replies: Record<string, [request: string, status: number, body: string][]> = {}
  for (const each of reads()) {
    const [name, operation] = each
    const requests = [
      previews[name] ?? {},
      ...(queries[name] ?? []).map((query) => ({ query })),
      ...(operation.path.includes('{exerciseId}') ? [{ params: { courseId: '11', exerciseId: '1001103' } }] : []),
    ]
    replies[name] = []
    for (const session of readers)
      for (const request of requests) {
        const reply = await ask(service, each, { session, ...request })
        const body = Buffer.from(await reply.arrayBuffer()).toString('latin1')
        replies[name].push([JSON.stringify(request), reply.status, reply.ok ? comparable(name, body) : ''])
      }
  }
  // Exports are recorded, and are part of the next one.
  await service.sql`DELETE FROM person_action WHERE action = 'export' AND by_user_id = 101 AND course_id = 11`
  return replies
}

/** Without the time of an export. Claims are listed across all courses: those of this one. */
function comparable(name: string, body: string): string {
  if (name !== 'listMyClaims') return body.replaceAll(/"(?:exportedAt|at)" ?: ?"[^"]*"/g, '')
  const { items } = JSON.parse(body) as { items: readonly { readonly courseId: number }[] }
  return JSON.stringify(items.filter(({ courseId }) => courseId === 11))
}
