import { defaultExerciseGrading } from '@course-grading/contracts/grading/exercise-grading'
import { describe, expect } from 'vitest'
import { rubricDocumentExample } from '@course-grading/contracts/rubrics/rubric-examples'
import { it, type TestService } from '../service-test.fixture.ts'
import { aDocument, rubricClient } from '../rubrics/rubrics.fixture.ts'

describe('getExerciseGrading', () => {
  it('replies with defaults at revision 0 until settings are written', async ({ service, teacher, inFinnish }) => {
    const reply = await get(service, inFinnish, 1103)
    await expect(reply).toBeRevision(200, 0)
    expect(await reply.json()).toEqual(defaultExerciseGrading)
    await expect(get(service, inFinnish, 1103, teacher, { 'If-None-Match': '"0"' })).toBeReply(304)
  })

  it('does not find one of another course, or that nobody grades by hand', async ({ service, inFinnish, student }) => {
    for (const exerciseId of [1101, 1301, 9_999])
      await expect(get(service, inFinnish, exerciseId)).toBeProblem(404, 'not_found')
    await expect(get(service, inFinnish, 9_999, student)).toBeProblem(403, 'forbidden')
  })

  it('finds an exercise that left the list as long as it has submissions', async ({ service, inFinnish }) => {
    await service.sql`INSERT INTO submission (submission_id, course_id, exercise_id, submitted_at, language, attempt, max_points, in_queue, fixture, registered_at)
      VALUES (9100, 11, 1190, date_trunc('milliseconds', now()), 'en', 1, 20, FALSE, FALSE, now())`
    await expect(get(service, inFinnish, 1190)).toBeReply(200)
  })
})

describe('putExerciseGrading', () => {
  it('replies 204 with the next revision, and graders read the new settings', async ({ service, inFinnish }) => {
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
    const reply = await put(service, 0, change)
    await expect(reply).toBeRevision(204, 1)
    expect(await reply.text()).toBe('')
    const read = await get(service, inFinnish)
    expect(read.headers.get('etag')).toBe('"1"')
    expect(await read.json()).toEqual({ ...defaultExerciseGrading, ...change, releaseAt: '2026-12-01T10:00:00.000Z' })
  })

  it('rejects a time of an immediate release', async ({ service, inFinnish }) => {
    const change = { release: 'immediate', releaseAt: '2026-12-01T10:00:00Z' }
    await expect(put(service, await revisionOf(service, inFinnish), change)).toBeProblem(400, 'validation_failed', [
      '$.releaseAt invalid_value',
    ])
  })

  it('accepts only a published rubric of the course', async ({ service, inFinnish }) => {
    const rubrics = rubricClient(service)
    const [draft, archived, published] = [await rubrics.draft(), await rubrics.archived(), await rubrics.published()]
    const ofCourse13 = rubricClient(service, await service.signIn(104), 13)
    const criterion = { ...rubricDocumentExample.criteria[0], title: { en: 'Style' } }
    const elsewhere = await ofCourse13.published(aDocument({ title: { en: 'Project' }, criteria: [criterion] }))
    for (const rubricId of [draft, archived, elsewhere, '019ea3f2-6c00-7a1b-8c2d-5e5f6a6b7c7d'])
      await expect(put(service, await revisionOf(service, inFinnish), { rubricId })).toBeProblem(
        400,
        'validation_failed',
        ['$.rubricId invalid_value'],
      )
    await expect(put(service, await revisionOf(service, inFinnish), { rubricId: published })).toBeReply(204)
    expect(await (await get(service, inFinnish)).json()).toMatchObject({ rubricId: published })
  })
})

const get = (
  service: TestService,
  inFinnish: string,
  exerciseId = 1103,
  session = inFinnish,
  headers = {},
): Promise<Response> => service.request('GET', `/courses/11/exercises/${exerciseId}/grading`, { session, headers })

const put = (
  service: TestService,
  revision: number,
  change: object = {},
  { session, exerciseId = 1103 }: { session?: string | undefined; exerciseId?: number } = {},
) =>
  service.send('PUT', `/courses/11/exercises/${exerciseId}/grading`, {
    session,
    ifMatch: `"${revision}"`,
    body: { ...defaultExerciseGrading, ...change },
  })

const revisionOf = async (service: TestService, inFinnish: string, exerciseId = 1103): Promise<number> =>
  Number(JSON.parse((await get(service, inFinnish, exerciseId)).headers.get('etag') ?? ''))
