import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestService } from '../service.fixture.ts'
import { startServiceForExamples } from '../tested-boundary.fixture.ts'
import { type FeedbackClient, feedbackClient } from './feedback-client.fixture.ts'

let service: TestService
let client: FeedbackClient
let student: string
beforeAll(async () => {
  service = await startServiceForExamples()
  client = await feedbackClient(service)
  student = await service.signIn(205)
})
afterAll(() => service.stop())

const list = async (query = '', session = student) =>
  (await (await client.get(`/my/feedback${query}`, session)).json()) as {
    items: { id: string; points: number | null; readAt: string | null }[]
    nextCursor: string | null
  }

describe('listMyFeedback', () => {
  it('lists what the caller may read, the newest first, read or not, with points', async () => {
    const { id, assessmentId } = await client.ofSubmission([205, 206])
    const own = await client.ofStudent({ userId: 205, state: 'published' })
    await client.ofStudent({ userId: 205 })
    expect((await list()).items.map((item) => item.id)).toEqual([own])
    await client.assessments.complete(assessmentId, 1)
    await client.release(assessmentId)
    await client.get(`/my/feedback/${own}`, student)
    expect((await list()).items).toMatchObject([
      { id, courseId: 11, exerciseId: 1103, points: 17, maxPoints: 20, readAt: null },
      { id: own, exerciseId: null, submissionId: null, points: null, readAt: expect.any(String) },
    ])
    expect((await list('', await service.signIn(206))).items).toMatchObject([{ id }])
    const first = await list('?limit=1')
    expect(first.items).toMatchObject([{ id }])
    expect(await list(`?limit=1&cursor=${first.nextCursor}`)).toMatchObject({ items: [{ id: own }], nextCursor: null })
    expect((await list('?courseId=12')).items).toEqual([])
  })

  it('lists as unread what was released again after it was read', async () => {
    const { id, assessmentId } = await client.ofSubmission([207])
    const reader = await service.signIn(207)
    await client.assessments.complete(assessmentId, 1)
    await client.release(assessmentId)
    await client.get(`/my/feedback/${id}`, reader)
    expect((await list('', reader)).items).toMatchObject([{ id, readAt: expect.any(String) }])
    await client.assessments.post(assessmentId, 'reopen', { body: { reason: 'A mistake.' } })
    await client.assessments.complete(assessmentId, (await client.assessments.read(assessmentId)).revision)
    await client.release(assessmentId)
    expect((await list('', reader)).items).toMatchObject([{ id, readAt: null }])
  })
})
