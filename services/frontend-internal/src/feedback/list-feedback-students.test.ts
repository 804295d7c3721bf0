import { describe, expect } from 'vitest'
import { startServiceForExamples } from '../tested-boundary.fixture.ts'
import { type FeedbackClient, makeAnonymous } from './feedback-client.fixture.ts'
import { itOn } from '../service-test.fixture.ts'

const it = itOn(prepared)

describe('listFeedbackStudents', () => {
  it('counts documents about students and submissions, and unread ones', async ({ service, assessments, feedback }) => {
    expect(await rowOf(feedback, 207)).toMatchObject({
      counts: { draft: 0, published: 0, withdrawn: 0 },
      unread: 0,
      lastChangedAt: null,
    })
    await feedback.ofStudent({ userId: 207 })
    const own = await feedback.ofStudent({ userId: 207, state: 'published' })
    const { id, assessmentId } = await feedback.ofSubmission([207])
    expect(await rowOf(feedback, 207)).toMatchObject({ counts: { draft: 2, published: 1, withdrawn: 0 }, unread: 1 })
    await assessments.complete(assessmentId, 1)
    await feedback.release(assessmentId)
    expect(await rowOf(feedback, 207)).toMatchObject({ counts: { draft: 1, published: 2 }, unread: 2 })
    const student = await service.signIn(207)
    await feedback.get(`/my/feedback/${id}`, student)
    await feedback.get(`/my/feedback/${own}`, student)
    expect(await rowOf(feedback, 207)).toMatchObject({ unread: 0, lastChangedAt: expect.any(String) })
    await feedback.step(own, 'withdraw')
    expect(await rowOf(feedback, 207)).toMatchObject({ counts: { draft: 1, published: 1, withdrawn: 1 } })
  })

  it('counts as unread what was released again after a reading', async ({ service, assessments, feedback }) => {
    const { id, assessmentId } = await feedback.ofSubmission([206])
    await assessments.complete(assessmentId, 1)
    await feedback.release(assessmentId)
    const student = await service.signIn(206)
    await feedback.get(`/my/feedback/${id}`, student)
    expect(await rowOf(feedback, 206)).toMatchObject({ unread: 0 })
    await assessments.post(assessmentId, 'reopen', { body: { reason: 'A mistake.' } })
    await assessments.complete(assessmentId, (await assessments.read(assessmentId)).revision)
    expect(await rowOf(feedback, 206)).toMatchObject({ unread: 0 })
    await feedback.release(assessmentId)
    expect(await rowOf(feedback, 206)).toMatchObject({ unread: 1 })
    await feedback.get(`/my/feedback/${id}`, student)
    expect(await rowOf(feedback, 206)).toMatchObject({ unread: 0 })
  })

  it('leaves out anonymous work until it is released', async ({ service, assessments, feedback }) => {
    const { assessmentId } = await feedback.ofSubmission([208])
    expect(await rowOf(feedback, 208)).toMatchObject({ counts: { draft: 1 } })
    await makeAnonymous(service)
    expect(await rowOf(feedback, 208)).toMatchObject({ counts: { draft: 0 } })
    await assessments.complete(assessmentId, 1)
    await feedback.release(assessmentId)
    expect(await rowOf(feedback, 208)).toMatchObject({ counts: { published: 1 } })
  })

  it('is filtered by state, tag and name', async ({ service, feedback }) => {
    await feedback.ofStudent({ userId: 209 })
    expect((await list(feedback, '&state=draft')).some(({ userId }) => userId === 209)).toBe(true)
    expect(await rowOf(feedback, 209, '&state=none')).toBeUndefined()
    const [student] = await service.sql`SELECT email FROM roster_student WHERE course_id = 11 AND user_id = 209`
    expect(
      (await list(feedback, `&q=${encodeURIComponent(String(student?.['email']))}`)).map(({ userId }) => userId),
    ).toEqual([209])
    expect(await list(feedback, '&tag=no-such-tag')).toEqual([])
  })
})

async function prepared() {
  const service = await startServiceForExamples()
  await service.sql`DELETE FROM feedback WHERE user_id = 201`
  return service
}

interface Row {
  readonly userId: number
  readonly counts: { readonly draft: number; readonly published: number; readonly withdrawn: number }
  readonly unread: number
  readonly lastChangedAt: string | null
}

const list = async (feedback: FeedbackClient, query = '') =>
  ((await (await feedback.get(`/courses/11/feedback/students?limit=200${query}`)).json()) as { items: Row[] }).items

const rowOf = async (feedback: FeedbackClient, userId: number, query = '') =>
  (await list(feedback, query)).find((row) => row.userId === userId)
