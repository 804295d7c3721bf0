import { feedbackIds } from '@course-grading/contracts/feedback/feedback-examples'
import { describe, expect } from 'vitest'
import { itOnExamples as it } from '../service-test.fixture.ts'

describe('getFeedbackVersion', () => {
  it('shows a version with its text', async ({ feedback }) => {
    expect(await (await feedback.get(`/feedback/${feedbackIds.held}/versions/1`)).json()).toMatchObject({
      number: 1,
      body: 'First.',
      annotations: {},
    })
  })

  it('does not find a version that does not exist', async ({ feedback }) => {
    await expect(feedback.get(`/feedback/${feedbackIds.held}/versions/2`)).toBeProblem(404, 'not_found')
  })
})
