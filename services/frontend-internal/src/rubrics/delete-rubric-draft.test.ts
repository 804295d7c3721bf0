import { describe, expect } from 'vitest'
import { rubricDocumentExample } from '@course-grading/contracts/rubrics/rubric-examples'
import type { RubricClient } from './rubrics.fixture.ts'
import { it } from '../service-test.fixture.ts'

describe('deleteRubricDraft', () => {
  it('deletes the draft, and keeps published versions', async ({ rubrics }) => {
    const rubricId = await rubrics.edited()
    const reply = await discard(rubrics, rubricId, 3)
    await expect(reply).toBeRevision(204, 4)
    expect(await reply.text()).toBe('')
    expect(await rubrics.get(rubricId)).toMatchObject({
      state: 'published',
      draft: null,
      latest: rubricDocumentExample,
    })
  })

  it('is not done to one that was never published', async ({ rubrics }) => {
    await expect(discard(rubrics, await rubrics.draft(), 1)).toBeProblem(409, 'not_in_state', { detail: 'draft' })
  })
})

const discard = (rubrics: RubricClient, rubricId: string, revision: number): Promise<Response> =>
  rubrics.write('DELETE', `${rubricId}/draft`, revision)
