import { defaultExerciseGrading } from '@course-grading/contracts/grading/exercise-grading'
import { rubricDocumentExample } from '@course-grading/contracts/rubrics/rubric-examples'
import { describe, expect } from 'vitest'
import { aDocument, rubricClient } from '../rubrics/rubrics.fixture.ts'
import { it, type TestService } from '../service-test.fixture.ts'

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

const get = (service: TestService, inFinnish: string, exerciseId = 1103): Promise<Response> =>
  service.get(`/courses/11/exercises/${exerciseId}/grading`, inFinnish)

const revisionOf = async (service: TestService, inFinnish: string, exerciseId = 1103): Promise<number> =>
  Number(JSON.parse((await get(service, inFinnish, exerciseId)).headers.get('etag') ?? ''))
