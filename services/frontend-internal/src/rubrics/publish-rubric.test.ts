import { describe, expect } from 'vitest'
import { rubricDocumentExample } from '@course-grading/contracts/rubrics/rubric-examples'
import { placeAssessmentInProgress } from '../grading/assessments.fixture.ts'
import { aDocument, type RubricClient } from './rubrics.fixture.ts'
import { it } from '../service-test.fixture.ts'

describe('publishRubric', () => {
  it('makes version 1 of a new rubric', async ({ rubrics }) => {
    const rubricId = await rubrics.draft()
    const reply = await publish(rubrics, rubricId, 1)
    expect(reply.headers.get('etag')).toBe('"2"')
    expect(await bodyOf(reply)).toEqual([200, { version: 1, wording: 1, structureChanged: true, openAssessments: 0 }])
    expect(await rubrics.get(rubricId)).toMatchObject({
      state: 'published',
      revision: 2,
      latestVersion: 1,
      latestWording: 1,
      draft: null,
      latest: rubricDocumentExample,
    })
  })

  it('makes a wording if only words have changed, and a version if the structure has', async ({ rubrics }) => {
    const rubricId = await rubrics.published()
    const steps = [
      [{ title: { en: 'Second' } }, { version: 1, wording: 2, structureChanged: false }],
      [
        { title: { en: 'Second' }, maxPoints: 21 },
        { version: 2, wording: 1, structureChanged: true },
      ],
      [
        { title: { en: 'Third' }, maxPoints: 21 },
        { version: 2, wording: 2, structureChanged: false },
      ],
    ] as const
    for (const [index, [change, published]] of steps.entries()) {
      await rubrics.write('PUT', `${rubricId}/draft`, 2 + 2 * index, aDocument(change))
      expect(await bodyOf(await publish(rubrics, rubricId, 3 + 2 * index))).toMatchObject([200, published])
    }
  })

  it('publishes nothing without a draft, or if the draft says the same', async ({ rubrics }) => {
    const refusal = [409, 'not_in_state', { detail: 'published' }] as const
    await expect(publish(rubrics, await rubrics.published(), 2)).toBeProblem(...refusal)
    await expect(publish(rubrics, await rubrics.edited(aDocument()), 3)).toBeProblem(...refusal)
  })

  it('publishes exactly the draft that was compared, also if it is changed meanwhile', async ({ rubrics }) => {
    for (let round = 0; round < 5; round += 1) {
      const rubricId = await rubrics.edited()
      const [published, written] = await Promise.all([
        publish(rubrics, rubricId, 3),
        rubrics.write('PUT', `${rubricId}/draft`, 3, aDocument({ title: { en: 'Words alone' } })),
      ])
      expect([published.status, written.status]).toBeOneOf([
        [200, 412],
        [412, 204],
      ])
    }
  })

  it('counts the assessments in progress on older versions', async ({ service, rubrics }) => {
    const rubricId = await rubrics.published()
    for (const submissionId of [9201, 9202])
      await placeAssessmentInProgress(service, { submissionId, rubricId, version: 1 })
    const publishNext = async (revision: number, change: object): Promise<unknown> => {
      await rubrics.write('PUT', `${rubricId}/draft`, revision, aDocument(change))
      return (await publish(rubrics, rubricId, revision + 1)).json()
    }
    expect(await publishNext(2, { title: { en: 'Other words' } })).toMatchObject({ version: 1, openAssessments: 0 })
    expect(await publishNext(4, { maxPoints: 21 })).toMatchObject({ version: 2, openAssessments: 2 })
    await placeAssessmentInProgress(service, { submissionId: 9203, rubricId, version: 2 })
    expect(await publishNext(6, { maxPoints: 21, title: { en: 'Again' } })).toMatchObject({ openAssessments: 2 })
    expect(await publishNext(8, { maxPoints: 22 })).toMatchObject({ version: 3, openAssessments: 3 })
  })
})

const bodyOf = async (reply: Response): Promise<unknown[]> => [reply.status, await reply.json()]

const publish = (rubrics: RubricClient, rubricId: string, revision: number): Promise<Response> =>
  rubrics.write('POST', `${rubricId}/publish`, revision)
