import { describe, expect } from 'vitest'
import type { FeedbackClient } from './feedback-client.fixture.ts'
import { itOnExamples as it } from '../service-test.fixture.ts'

describe('deleteFeedback', () => {
  it('deletes a draft about a student with its versions', async ({ feedback }) => {
    const id = await feedback.ofStudent()
    await feedback.patch(id, { body: 'x' }, { revision: 1 })
    await expect(remove(feedback, id, 2)).toBeReply(204)
    await expect(feedback.get(`/feedback/${id}`)).toBeProblem(404, 'not_found')
  })

  it('keeps documents that were published, also if withdrawn, and documents of submissions', async ({ feedback }) => {
    const published = await feedback.ofStudent({ state: 'published' })
    await expect(remove(feedback, published)).toBeProblem(409, 'not_in_state')
    await feedback.step(published, 'withdraw')
    await expect(remove(feedback, published, 2)).toBeProblem(409, 'not_in_state')
    const { id } = await feedback.ofSubmission()
    await expect(remove(feedback, id)).toBeProblem(409, 'not_in_state')
  })
})

const remove = (feedback: FeedbackClient, id: string, revision = 1) =>
  feedback.step(id, '', { method: 'DELETE', revision })
