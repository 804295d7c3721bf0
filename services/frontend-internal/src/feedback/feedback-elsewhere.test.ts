import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestService } from '../service.fixture.ts'
import { startServiceForExamples } from '../tested-boundary.fixture.ts'
import { type FeedbackClient, feedbackClient, makeAnonymous } from './feedback-client.fixture.ts'

let service: TestService
let client: FeedbackClient
let sessions: Record<'fi' | 'student', string>
beforeAll(async () => {
  service = await startServiceForExamples()
  client = await feedbackClient(service)
  // Grader 102 is restricted to Finnish and to group A.
  sessions = { fi: await service.signIn(102), student: await service.signIn(205) }
})
afterAll(() => service.stop())

const json = async <T>(path: string, session?: string): Promise<T> =>
  (await (await client.get(path, session)).json()) as T
const feedbackOf = async (userId: number, session?: string) =>
  (
    await json<{ feedback: { id: string; state: string; publishedAt: string | null }[] }>(
      `/courses/11/students/${userId}`,
      session,
    )
  ).feedback
const studentsWith = async (state: string, session?: string) =>
  (await json<{ items: { userId: number }[] }>(`/courses/11/students?feedback=${state}&limit=200`, session)).items.map(
    ({ userId }) => userId,
  )

describe('feedback in getStudent', () => {
  it('has documents in the languages of the grader, and for the student those that are released', async () => {
    const draft = await client.ofStudent({ userId: 205, language: 'fi' })
    const english = await client.ofStudent({ userId: 205, language: 'en', state: 'published' })
    expect((await feedbackOf(205)).map(({ id }) => id)).toEqual(expect.arrayContaining([draft, english]))
    expect(await feedbackOf(205, sessions.fi)).toEqual([{ id: draft, state: 'draft', publishedAt: null }])
    expect(await feedbackOf(205, sessions.student)).toEqual([
      { id: english, state: 'published', publishedAt: expect.any(String) },
    ])
  })

  it('has documents of anonymous work only for teachers and the student', async () => {
    const { id, assessmentId } = await client.ofSubmission([207])
    await client.assessments.complete(assessmentId, 1)
    expect(await feedbackOf(207, await service.signIn(103))).toMatchObject([{ id }])
    await makeAnonymous(service)
    expect(await feedbackOf(207)).toMatchObject([{ id, state: 'draft' }])
    expect(await feedbackOf(207, await service.signIn(103))).toEqual([])
    expect(await feedbackOf(207, await service.signIn(207))).toEqual([])
    await client.release(assessmentId)
    expect(await feedbackOf(207, await service.signIn(207))).toMatchObject([{ id, state: 'published' }])
  })
})

describe('listStudents by feedback', () => {
  it('finds students with a document in a state, or without any', async () => {
    await client.ofStudent({ userId: 209 })
    await client.ofStudent({ userId: 211, state: 'published' })
    expect(await studentsWith('draft')).toContain(209)
    expect(await studentsWith('published')).toContain(211)
    expect(await studentsWith('published')).not.toContain(209)
    const nobody = await studentsWith('none')
    expect([nobody.includes(209), nobody.includes(211), nobody.includes(213)]).toEqual([false, false, true])
    expect(await studentsWith('draft', sessions.fi)).not.toContain(209)
    expect(await json(`/courses/11/students?feedback=withdrawn&q=student`)).toMatchObject({ items: [] })
  })
})

describe('feedbackIds of getSubmission', () => {
  it('are all documents for staff, and for the submitter only released ones', async () => {
    const { id, assessmentId } = await client.ofSubmission([201])
    const { submissionId } = await client.assessments.read(assessmentId)
    const student = await service.signIn(201)
    service.upstream.world.submissions.set(submissionId, {
      ...service.upstream.world.submission(3001),
      id: submissionId,
      submitterIds: [201],
    })
    const idsFor = async (session?: string) =>
      (await json<{ feedbackIds: string[] }>(`/submissions/${submissionId}`, session)).feedbackIds
    expect([await idsFor(), await idsFor(student)]).toEqual([[id], []])
    await client.assessments.complete(assessmentId, 1)
    await client.release(assessmentId)
    expect(await idsFor(student)).toEqual([id])
    await client.step(id, 'withdraw')
    expect([await idsFor(), await idsFor(student)]).toEqual([[id], []])
  })
})
