import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownerQuery } from '../owner-query.fixture.ts'
import type { TestService } from '../service.fixture.ts'
import { startServiceForExamples } from '../tested-boundary.fixture.ts'
import { type FeedbackClient, feedbackClient, makeAnonymous } from './feedback-client.fixture.ts'

let service: TestService
let client: FeedbackClient
beforeAll(async () => {
  service = await startServiceForExamples()
  client = await feedbackClient(service)
  // The remaining examples of the contract are about other students than these tests.
  await ownerQuery(service, 'DELETE FROM feedback WHERE user_id = 201')
})
afterAll(() => service.stop())

interface Row {
  readonly userId: number
  readonly counts: { readonly draft: number; readonly published: number; readonly withdrawn: number }
  readonly unread: number
  readonly lastChangedAt: string | null
}
const list = async (query = '') =>
  ((await (await client.get(`/courses/11/feedback/students?limit=200${query}`)).json()) as { items: Row[] }).items
const rowOf = async (userId: number, query = '') => (await list(query)).find((row) => row.userId === userId)

describe('listFeedbackStudents', () => {
  it('counts documents about a student and about their submissions, and those that were not read', async () => {
    expect(await rowOf(207)).toMatchObject({
      counts: { draft: 0, published: 0, withdrawn: 0 },
      unread: 0,
      lastChangedAt: null,
    })
    await client.ofStudent({ userId: 207 })
    const own = await client.ofStudent({ userId: 207, state: 'published' })
    const { id, assessmentId } = await client.ofSubmission([207])
    expect(await rowOf(207)).toMatchObject({ counts: { draft: 2, published: 1, withdrawn: 0 }, unread: 1 })
    await client.assessments.complete(assessmentId, 1)
    await client.release(assessmentId)
    expect(await rowOf(207)).toMatchObject({ counts: { draft: 1, published: 2 }, unread: 2 })
    const student = await service.signIn(207)
    await client.get(`/my/feedback/${id}`, student)
    await client.get(`/my/feedback/${own}`, student)
    expect(await rowOf(207)).toMatchObject({ unread: 0, lastChangedAt: expect.any(String) })
    await client.step(own, 'withdraw')
    expect(await rowOf(207)).toMatchObject({ counts: { draft: 1, published: 1, withdrawn: 1 } })
  })

  it('leaves out anonymous work until it is released', async () => {
    const { assessmentId } = await client.ofSubmission([208])
    expect(await rowOf(208)).toMatchObject({ counts: { draft: 1 } })
    await makeAnonymous(service)
    expect(await rowOf(208)).toMatchObject({ counts: { draft: 0 } })
    await client.assessments.complete(assessmentId, 1)
    await client.release(assessmentId)
    expect(await rowOf(208)).toMatchObject({ counts: { published: 1 } })
  })

  it('is filtered by state, tag and name', async () => {
    await client.ofStudent({ userId: 209 })
    expect((await list('&state=draft')).some(({ userId }) => userId === 209)).toBe(true)
    expect(await rowOf(209, '&state=none')).toBeUndefined()
    const [student] = await ownerQuery(
      service,
      'SELECT email FROM roster_student WHERE course_id = 11 AND user_id = 209',
    )
    expect((await list(`&q=${encodeURIComponent(String(student?.['email']))}`)).map(({ userId }) => userId)).toEqual([
      209,
    ])
    expect(await list('&tag=no-such-tag')).toEqual([])
  })
})
