import { defaultExerciseGrading } from '@course-grading/contracts/grading/exercise-grading'
import { rubricDocumentExample } from '@course-grading/contracts/rubrics/rubric-examples'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownerQuery } from '../owner-query.fixture.ts'
import { problemOf } from '../problem-of.fixture.ts'
import { aDocument, rubricClient } from '../rubrics/rubrics.fixture.ts'
import { startTestService, type TestService } from '../service.fixture.ts'

let service: TestService
let sessions: Record<'teacher' | 'grader', string>
beforeAll(async () => {
  service = await startTestService()
  sessions = { teacher: await service.signIn(101), grader: await service.signIn(102) }
})
afterAll(() => service.stop())

const put = (revision: number, change: object = {}, { session = sessions.teacher, exerciseId = 1103 } = {}) =>
  service.request('PUT', `/courses/11/exercises/${exerciseId}/grading`, {
    session,
    ifMatch: `"${revision}"`,
    body: { ...defaultExerciseGrading, ...change },
  })
const get = (exerciseId = 1103): Promise<Response> =>
  service.request('GET', `/courses/11/exercises/${exerciseId}/grading`, { session: sessions.grader })
const revisionOf = async (exerciseId = 1103): Promise<number> =>
  Number(JSON.parse((await get(exerciseId)).headers.get('etag') ?? ''))

describe('putExerciseGrading', () => {
  it('replies 204 with the next revision, and graders read the new settings', async () => {
    const change = {
      attempts: 'all',
      order: 'oldest',
      autoPoints: 'added',
      release: 'manual',
      releaseAt: '2026-12-01T12:00:00+02:00',
      leaseMinutes: 5,
      maxOpenClaims: 1,
      dueAt: '2026-12-24T00:00:00.000Z',
      notify: false,
    }
    const reply = await put(0, change)
    expect([reply.status, reply.headers.get('etag'), await reply.text()]).toEqual([204, '"1"', ''])
    const read = await get()
    expect([read.headers.get('etag'), await read.json()]).toEqual([
      '"1"',
      { ...defaultExerciseGrading, ...change, releaseAt: '2026-12-01T10:00:00.000Z' },
    ])
  })

  it('is for teachers, of exercises that the course knows', async () => {
    expect(await problemOf(await put(0, {}, { session: sessions.grader }))).toEqual([403, 'forbidden'])
    for (const exerciseId of [1101, 1301])
      expect(await problemOf(await put(0, {}, { exerciseId }))).toEqual([404, 'not_found'])
  })

  it('succeeds for only one of six writers with the same revision', async () => {
    const replies = await Promise.all(Array.from({ length: 6 }, () => put(0, {}, { exerciseId: 1104 })))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([204, 412, 412, 412, 412, 412])
    expect(await problemOf(await put(0, {}, { exerciseId: 1104 }))).toEqual([412, 'revision_conflict'])
  })

  it.each<[path: string, code: string, change: object]>([
    ['$.releaseAt', 'invalid_value', { release: 'immediate', releaseAt: '2026-12-01T10:00:00Z' }],
    ['$.releaseAt', 'invalid_format', { releaseAt: 'tomorrow' }],
    ['$.releaseAt', 'invalid_value', { releaseAt: '0000-01-01T00:00:00Z' }],
    ['$.dueAt', 'invalid_format', { dueAt: '2016-12-31T23:59:60Z' }],
    ['$.rubricId', 'invalid_value', { rubricId: '019ea3f2-6c00-7a1b-8c2d-5e5f6a6b7c7d' }],
    ['$.rubricId', 'invalid_format', { rubricId: 'mine' }],
    ['$.attempts', 'invalid_value', { attempts: 'best' }],
    ['$.order', 'invalid_value', { order: 'random' }],
    ['$.autoPoints', 'invalid_value', { autoPoints: 'hidden' }],
    ['$.release', 'invalid_value', { release: 'never' }],
    ['$.leaseMinutes', 'too_small', { leaseMinutes: 4 }],
    ['$.leaseMinutes', 'too_large', { leaseMinutes: 241 }],
    ['$.maxOpenClaims', 'too_small', { maxOpenClaims: 0 }],
    ['$.maxOpenClaims', 'too_large', { maxOpenClaims: 51 }],
    ['$.anonymous', 'invalid_type', { anonymous: null }],
    ['$.notify', 'required', { notify: undefined }],
    ['$.revision', 'unknown_field', { revision: 1 }],
  ])('rejects an invalid value at %s (%s)', async (path, code, change) => {
    const reply = await put(await revisionOf(), change)
    expect(await problemOf(reply)).toEqual([400, 'validation_failed', `${path} ${code}`])
  })

  it('accepts only a published rubric of the course', async () => {
    const rubrics = rubricClient(service, sessions.teacher)
    const [draft, archived, published] = [await rubrics.draft(), await rubrics.archived(), await rubrics.published()]
    const ofCourse13 = rubricClient(service, await service.signIn(104), 13)
    const criterion = { ...rubricDocumentExample.criteria[0], title: { en: 'Style' } }
    const elsewhere = await ofCourse13.published(aDocument({ title: { en: 'Project' }, criteria: [criterion] }))
    for (const rubricId of [draft, archived, elsewhere])
      expect(await problemOf(await put(await revisionOf(), { rubricId }))).toEqual([
        400,
        'validation_failed',
        '$.rubricId invalid_value',
      ])
    expect((await put(await revisionOf(), { rubricId: published })).status).toBe(204)
    expect(await (await get()).json()).toMatchObject({ rubricId: published })
  })

  it('accepts the largest values', async () => {
    const change = { leaseMinutes: 240, maxOpenClaims: 50, releaseAt: '9999-12-31T23:59:59.999Z' }
    expect((await put(await revisionOf(), change)).status).toBe(204)
  })

  it('writes aliases for the roster if work is anonymous', async () => {
    await service.request('POST', '/courses/11/snapshot/refresh', { session: sessions.teacher })
    const revision = await revisionOf()
    await put(revision, { anonymous: true })
    const [row] = await ownerQuery(
      service,
      'SELECT count(*)::int AS count FROM exercise_alias WHERE exercise_id = 1103',
    )
    expect(row?.['count']).toBeGreaterThanOrEqual(30)
  })
})
