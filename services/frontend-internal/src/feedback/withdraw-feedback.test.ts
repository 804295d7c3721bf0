import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verdictOf } from '../every-operation.fixture.ts'
import type { TestService } from '../service.fixture.ts'
import { startServiceForExamples } from '../tested-boundary.fixture.ts'
import { type FeedbackClient, feedbackClient } from './feedback-client.fixture.ts'

let service: TestService
let client: FeedbackClient
beforeAll(async () => {
  service = await startServiceForExamples()
  client = await feedbackClient(service)
})
afterAll(() => service.stop())

describe('withdrawFeedback', () => {
  it('hides a document about a student', async () => {
    const id = await client.ofStudent({ state: 'published', userId: 203 })
    const student = await service.signIn(203)
    expect((await client.get(`/my/feedback/${id}`, student)).status).toBe(200)
    expect((await client.step(id, 'withdraw')).status).toBe(204)
    expect(await verdictOf(await client.get(`/my/feedback/${id}`, student))).toEqual([404, 'not_found'])
    expect((await client.read(id)).state).toBe('withdrawn')
  })

  it('hides text and points of a submission until the next release', async () => {
    const { id, assessmentId } = await client.ofSubmission([203])
    await client.assessments.complete(assessmentId, 1)
    await client.release(assessmentId)
    await client.step(id, 'withdraw')
    const student = await service.signIn(203)
    const { submissionId } = await client.assessments.read(assessmentId)
    const own = async () => {
      const reply = await client.get('/courses/11/submissions', student)
      const { items } = (await reply.json()) as {
        items: { submissionId: number; state: string; points: number | null }[]
      }
      const row = items.find((item) => item.submissionId === submissionId)
      return [row?.state, row?.points]
    }
    expect(await own()).toEqual(['submitted', null])
    await client.step(id, 'publish', { revision: 2 })
    expect(await own()).toEqual(['released', 17])
  })

  it('lets the assessment be completed again without a save, with the text as it was', async () => {
    const { id, assessmentId } = await client.ofSubmission([203])
    await client.patch(id, { body: 'Good.' }, { revision: 1 })
    await client.assessments.complete(assessmentId, 2)
    await client.release(assessmentId)
    await client.assessments.post(assessmentId, 'reopen', { body: { reason: 'Wrong.' } })
    await client.step(id, 'withdraw', { revision: 2 })
    expect((await client.assessments.complete(assessmentId, 2)).status).toBe(200)
    await client.release(assessmentId)
    const student = await service.signIn(203)
    expect(await (await client.get(`/my/feedback/${id}`, student)).json()).toMatchObject({ bodyHtml: '<p>Good.</p>\n' })
  })

  it('needs something that students can read', async () => {
    expect(await verdictOf(await client.step(await client.ofStudent(), 'withdraw'))).toEqual([409, 'not_in_state'])
    const { id } = await client.ofSubmission()
    expect(await verdictOf(await client.step(id, 'withdraw'))).toEqual([409, 'not_in_state'])
  })
})
