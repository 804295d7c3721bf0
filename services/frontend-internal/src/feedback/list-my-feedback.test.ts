import { describe, expect } from 'vitest'
import type { FeedbackClient } from './feedback-client.fixture.ts'
import { itOnExamples } from '../service-test.fixture.ts'

const it = itOnExamples.extend('student', { scope: 'file' }, ({ service }) => service.signIn(205))

describe('listMyFeedback', () => {
  it('lists what the caller may read, the newest first', async ({ service, assessments, feedback, student }) => {
    const { id, assessmentId } = await feedback.ofSubmission([205, 206])
    const own = await feedback.ofStudent({ userId: 205, state: 'published' })
    await feedback.ofStudent({ userId: 205 })
    expect((await list(feedback, student)).items.map((item) => item.id)).toEqual([own])
    await assessments.complete(assessmentId, 1)
    await feedback.release(assessmentId)
    await feedback.get(`/my/feedback/${own}`, student)
    expect((await list(feedback, student)).items).toMatchObject([
      { id, courseId: 11, exerciseId: 1103, points: 17, maxPoints: 20, readAt: null },
      { id: own, exerciseId: null, submissionId: null, points: null, readAt: expect.any(String) },
    ])
    expect((await list(feedback, student, '', await service.signIn(206))).items).toMatchObject([{ id }])
    const first = await list(feedback, student, '?limit=1')
    expect(first.items).toMatchObject([{ id }])
    expect(await list(feedback, student, `?limit=1&cursor=${first.nextCursor}`)).toMatchObject({
      items: [{ id: own }],
      nextCursor: null,
    })
    expect((await list(feedback, student, '?courseId=12')).items).toEqual([])
  })

  it('names course and exercise', async ({ service, assessments, feedback }) => {
    const reader = await service.signIn(208)
    const { id, assessmentId } = await feedback.ofSubmission([208])
    const own = await feedback.ofStudent({ userId: 208, state: 'published' })
    await assessments.complete(assessmentId, 1)
    await feedback.release(assessmentId)
    expect((await list(feedback, reader)).items).toMatchObject([
      { id, courseName: 'Programming 1', exerciseName: expect.stringContaining('|en:Essay program|') },
      { id: own, courseName: 'Programming 1', exerciseName: null },
    ])
  })

  it('lists as unread what was released again after a reading', async ({ service, assessments, feedback, student }) => {
    const { id, assessmentId } = await feedback.ofSubmission([207])
    const reader = await service.signIn(207)
    await assessments.complete(assessmentId, 1)
    await feedback.release(assessmentId)
    await feedback.get(`/my/feedback/${id}`, reader)
    expect((await list(feedback, student, '', reader)).items).toMatchObject([{ id, readAt: expect.any(String) }])
    await assessments.post(assessmentId, 'reopen', { body: { reason: 'A mistake.' } })
    await assessments.complete(assessmentId, (await assessments.read(assessmentId)).revision)
    await feedback.release(assessmentId)
    expect((await list(feedback, student, '', reader)).items).toMatchObject([{ id, readAt: null }])
  })
})

const list = async (feedback: FeedbackClient, student: string, query = '', session = student) =>
  (await (await feedback.get(`/my/feedback${query}`, session)).json()) as {
    items: { id: string; points: number | null; readAt: string | null }[]
    nextCursor: string | null
  }
