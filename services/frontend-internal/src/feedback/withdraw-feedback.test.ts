import { describe, expect } from 'vitest'
import { itOnExamples as it } from '../service-test.fixture.ts'

describe('withdrawFeedback', () => {
  it('hides a document about a student', async ({ service, feedback }) => {
    const id = await feedback.ofStudent({ state: 'published', userId: 203 })
    const student = await service.signIn(203)
    await expect(feedback.get(`/my/feedback/${id}`, student)).toBeReply(200)
    await expect(feedback.step(id, 'withdraw')).toBeReply(204)
    await expect(feedback.get(`/my/feedback/${id}`, student)).toBeProblem(404, 'not_found')
    expect((await feedback.read(id)).state).toBe('withdrawn')
  })

  it('hides text and points of a submission until the next release', async ({ service, assessments, feedback }) => {
    const { id, assessmentId } = await feedback.ofSubmission([203])
    await assessments.complete(assessmentId, 1)
    await feedback.release(assessmentId)
    await feedback.step(id, 'withdraw')
    const student = await service.signIn(203)
    const { submissionId } = await assessments.read(assessmentId)
    const own = async () => {
      const reply = await feedback.get('/courses/11/submissions', student)
      const { items } = (await reply.json()) as {
        items: { submissionId: number; state: string; points: number | null }[]
      }
      const row = items.find((item) => item.submissionId === submissionId)
      return [row?.state, row?.points]
    }
    expect(await own()).toEqual(['submitted', null])
    await feedback.step(id, 'publish', { revision: 2 })
    expect(await own()).toEqual(['released', 17])
  })

  it('lets the assessment be completed again with the text as it was', async ({ service, assessments, feedback }) => {
    const { id, assessmentId } = await feedback.ofSubmission([203])
    await feedback.patch(id, { body: 'Good.' }, { revision: 1 })
    await assessments.complete(assessmentId, 2)
    await feedback.release(assessmentId)
    await assessments.post(assessmentId, 'reopen', { body: { reason: 'Wrong.' } })
    await feedback.step(id, 'withdraw', { revision: 2 })
    await expect(assessments.complete(assessmentId, 2)).toBeReply(200)
    await feedback.release(assessmentId)
    const student = await service.signIn(203)
    expect(await (await feedback.get(`/my/feedback/${id}`, student)).json()).toMatchObject({
      bodyHtml: '<p>Good.</p>\n',
    })
  })

  it('needs something that students can read', async ({ feedback }) => {
    await expect(feedback.step(await feedback.ofStudent(), 'withdraw')).toBeProblem(409, 'not_in_state')
    const { id } = await feedback.ofSubmission()
    await expect(feedback.step(id, 'withdraw')).toBeProblem(409, 'not_in_state')
  })
})
