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

describe('getFeedback', () => {
  it('shows a document of a submission, with both revisions', async () => {
    const { id, assessmentId } = await client.ofSubmission()
    const reply = await client.get(`/feedback/${id}`)
    expect([reply.status, reply.headers.get('etag'), reply.headers.get('x-assessment-revision')]).toEqual([
      200,
      '"1"',
      '1',
    ])
    expect(await reply.json()).toMatchObject({
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

  it('shows a document about a student, which belongs to no assessment', async () => {
    const id = await client.ofStudent()
    const reply = await client.get(`/feedback/${id}`)
    expect([reply.status, reply.headers.get('etag'), reply.headers.get('x-assessment-revision')]).toEqual([
      200,
      '"1"',
      null,
    ])
    expect(await reply.json()).toMatchObject({ target: { type: 'student', userId: 201 }, assessmentId: null })
  })

  it('is not found for graders whose restriction does not admit it, and not for students', async () => {
    const id = await client.ofStudent({ language: 'en' })
    expect(await verdictOf(await client.get(`/feedback/${id}`, await service.signIn(102)))).toEqual([404, 'not_found'])
    const student = await service.signIn(201)
    expect(await verdictOf(await client.get(`/feedback/${id}`, student))).toEqual([404, 'not_found'])
  })

  it('is forbidden to a grader who handed in the work or whom the document is about', async () => {
    const grader = await service.signIn(103)
    const { id } = await client.ofSubmission([103, 203])
    for (const each of [id, await client.ofStudent({ userId: 103 })])
      expect(await verdictOf(await client.get(`/feedback/${each}`, grader))).toEqual([403, 'forbidden'])
  })
})
