import { describe, expect } from 'vitest'
import { type FeedbackClient, makeAnonymous } from './feedback-client.fixture.ts'
import { itOnExamples } from '../service-test.fixture.ts'

const it = itOnExamples.extend('student', { scope: 'file' }, ({ service }) => service.signIn(205))

describe('feedback in getStudent', () => {
  it("has those in a grader's languages, and released ones for the student", async ({
    feedback,
    inFinnish,
    student,
  }) => {
    const draft = await feedback.ofStudent({ userId: 205, language: 'fi' })
    const english = await feedback.ofStudent({ userId: 205, language: 'en', state: 'published' })
    expect((await feedbackOf(feedback, 205)).map(({ id }) => id)).toEqual(expect.arrayContaining([draft, english]))
    expect(await feedbackOf(feedback, 205, inFinnish)).toEqual([
      {
        id: draft,
        submissionId: null,
        state: 'draft',
        author: { userId: 101, fullName: expect.any(String), alias: false },
        updatedAt: expect.any(String),
        publishedAt: null,
        readAt: null,
      },
    ])
    const own = {
      id: english,
      submissionId: null,
      state: 'published',
      author: null,
      updatedAt: null,
      publishedAt: expect.any(String),
      readAt: null,
    }
    expect(await feedbackOf(feedback, 205, student)).toEqual([own])
    await feedback.get(`/my/feedback/${english}`, student)
    const readAt = expect.any(String)
    expect(await feedbackOf(feedback, 205, student)).toEqual([{ ...own, readAt }])
    expect((await feedbackOf(feedback, 205)).find(({ id }) => id === english)).toMatchObject({ readAt })
  })

  it('has documents of anonymous work for teachers and the student', async ({ service, assessments, feedback }) => {
    const { id, assessmentId } = await feedback.ofSubmission([207])
    await assessments.complete(assessmentId, 1)
    expect(await feedbackOf(feedback, 207, await service.signIn(103))).toMatchObject([{ id }])
    await makeAnonymous(service)
    expect(await feedbackOf(feedback, 207)).toMatchObject([{ id, state: 'draft' }])
    expect(await feedbackOf(feedback, 207, await service.signIn(103))).toEqual([])
    expect(await feedbackOf(feedback, 207, await service.signIn(207))).toEqual([])
    await feedback.release(assessmentId)
    expect(await feedbackOf(feedback, 207, await service.signIn(207))).toMatchObject([{ id, state: 'published' }])
  })
})

describe('listStudents by feedback', () => {
  it('finds students with a document in a state, or without any', async ({ feedback, inFinnish }) => {
    await feedback.ofStudent({ userId: 209 })
    await feedback.ofStudent({ userId: 211, state: 'published' })
    expect(await studentsWith(feedback, 'draft')).toContain(209)
    expect(await studentsWith(feedback, 'published')).toContain(211)
    expect(await studentsWith(feedback, 'published')).not.toContain(209)
    const nobody = await studentsWith(feedback, 'none')
    expect([nobody.includes(209), nobody.includes(211), nobody.includes(213)]).toEqual([false, false, true])
    expect(await studentsWith(feedback, 'draft', inFinnish)).not.toContain(209)
    expect(await json(feedback, `/courses/11/students?feedback=withdrawn&q=student`)).toMatchObject({ items: [] })
  })
})

describe('feedbackIds of getSubmission', () => {
  it('are all documents for staff, and released ones for the submitter', async ({ service, assessments, feedback }) => {
    const { id, assessmentId } = await feedback.ofSubmission([201])
    const { submissionId } = await assessments.read(assessmentId)
    const student = await service.signIn(201)
    service.upstream.world.submissions.set(submissionId, {
      ...service.upstream.world.submission(3001),
      id: submissionId,
      submitterIds: [201],
    })
    const idsFor = async (session?: string) =>
      (await json<{ feedbackIds: string[] }>(feedback, `/submissions/${submissionId}`, session)).feedbackIds
    expect([await idsFor(), await idsFor(student)]).toEqual([[id], []])
    await assessments.complete(assessmentId, 1)
    await feedback.release(assessmentId)
    expect(await idsFor(student)).toEqual([id])
    await feedback.step(id, 'withdraw')
    expect([await idsFor(), await idsFor(student)]).toEqual([[id], []])
  })
})

const json = async <T>(feedback: FeedbackClient, path: string, session?: string): Promise<T> =>
  (await (await feedback.get(path, session)).json()) as T

const feedbackOf = async (feedback: FeedbackClient, userId: number, session?: string) =>
  (
    await json<{ feedback: { id: string; state: string; publishedAt: string | null }[] }>(
      feedback,
      `/courses/11/students/${userId}`,
      session,
    )
  ).feedback

const studentsWith = async (feedback: FeedbackClient, state: string, session?: string) =>
  (
    await json<{ items: { userId: number }[] }>(feedback, `/courses/11/students?feedback=${state}&limit=200`, session)
  ).items.map(({ userId }) => userId)
