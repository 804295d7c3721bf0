import { describe, expect } from 'vitest'
import { itOnExamples as it } from '../service-test.fixture.ts'

describe('getFeedback', () => {
  it('shows a document of a submission, with both revisions', async ({ feedback }) => {
    const { id, assessmentId } = await feedback.ofSubmission()
    await expect(feedback.get(`/feedback/${id}`)).toBeRevision(200, 1, {
      id,
      assessmentId,
      state: 'draft',
      target: { type: 'submission', exerciseId: 1103 },
      body: '',
      annotations: {},
      author: { userId: 101 },
      publishedAt: null,
      readAt: null,
    })
  })

  it('shows a document about a student, which belongs to no assessment', async ({ feedback }) => {
    const id = await feedback.ofStudent()
    const reply = await feedback.get(`/feedback/${id}`)
    expect(reply).toHaveHeaders({ etag: '"1"', 'x-assessment-revision': null })
    await expect(reply).toBeReply(200, { target: { type: 'student', userId: 201 }, assessmentId: null })
  })

  it('is forbidden to a grader who handed in the work or whom the document is about', async ({ service, feedback }) => {
    const grader = await service.signIn(103)
    const { id } = await feedback.ofSubmission([103, 203])
    for (const each of [id, await feedback.ofStudent({ userId: 103 })])
      await expect(feedback.get(`/feedback/${each}`, grader)).toBeProblem(403, 'forbidden')
  })
})
