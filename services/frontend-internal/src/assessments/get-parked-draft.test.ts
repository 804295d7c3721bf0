import { parkedDraftId, type ParkedDraft } from '@course-grading/contracts/assessments/parked-draft'
import { describe, expect } from 'vitest'
import { placeParkedDrafts } from './parked-drafts.fixture.ts'
import { itOnExamples as it, type TestService } from '../service-test.fixture.ts'

describe('getParkedDraft', () => {
  it('shows the body of the save, only to its owner', async ({ service, grader }) => {
    const draft = (await (await get(service, parkedDraftId)).json()) as ParkedDraft
    expect(draft).toMatchObject({
      reason: 'merge_conflict',
      baseRevision: 1,
      content: { privateNote: 'Ask about the second part.' },
    })
    expect(Date.parse(draft.expiresAt) - Date.parse(draft.createdAt)).toBe(7 * 86_400_000)
    await expect(get(service, parkedDraftId, grader)).toBeProblem(404, 'not_found')
  })

  it('shows nothing after seven days', async ({ service }) => {
    const [id = ''] = await placeParkedDrafts(service, 1, 7)
    await expect(get(service, id)).toBeProblem(404, 'not_found')
  })
})

const get = (service: TestService, id: string, session?: string) => service.get(`/parked-drafts/${id}`, session)
