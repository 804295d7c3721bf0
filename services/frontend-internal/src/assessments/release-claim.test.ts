import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verdictOf } from '../every-operation.fixture.ts'
import type { TestService } from '../service.fixture.ts'
import { startServiceForExamples } from '../tested-boundary.fixture.ts'
import { type AssessmentClient, assessmentClient, comment } from './assessment-client.fixture.ts'

let service: TestService
let client: AssessmentClient
let grader: string
beforeAll(async () => {
  service = await startServiceForExamples()
  client = await assessmentClient(service)
  grader = await service.signIn(103)
})
afterAll(() => service.stop())

const release = (id: string, session = client.teacher) =>
  service.request('DELETE', `/assessments/${id}/claim`, { session })

describe('releaseClaim', () => {
  it('keeps the draft and its author, and the submission waits again', async () => {
    const id = await client.placed({ holderId: 103 })
    await client.patch(id, comment('report', 'begun'), { session: grader, revision: 1 })
    const reply = await release(id, grader)
    expect([reply.status, reply.headers.get('etag'), reply.headers.get('x-assessment-revision')]).toEqual([
      204,
      '"2"',
      '2',
    ])
    expect(await client.read(id)).toMatchObject({
      state: 'in_progress',
      holder: null,
      leaseExpiresAt: null,
      grader: { userId: 103 },
      scores: { report: { comment: 'begun' } },
      postponed: null,
    })
    expect(await client.submissionOf(id)).toEqual({ in_queue: true, postponed: false, held: null })
    expect((await client.eventsOf(id)).at(-1)).toMatchObject({ event: 'handed_back', by: 103, from: 2, to: 2 })
  })

  it('succeeds after the lease ended, as long as nobody else has claimed', async () => {
    const id = await client.placed({ holderId: 103 })
    await client.endLease(id)
    expect((await release(id, grader)).status).toBe(204)
  })

  it("lets a teacher end anybody's claim, and a grader only their own", async () => {
    const id = await client.placed({ holderId: 103 })
    expect((await release(id)).status).toBe(204)
    expect((await client.eventsOf(id)).at(-1)).toMatchObject({ event: 'handed_back', by: 101 })
    const own = await client.placed()
    expect(await verdictOf(await release(own, grader))).toEqual([409, 'claim_lost'])
  })

  it('is 409 if nobody holds it, and for a completed assessment', async () => {
    const id = await client.placed()
    await release(id)
    expect(await verdictOf(await release(id))).toEqual([409, 'claim_lost'])
    expect(await verdictOf(await release(await client.completed()))).toEqual([409, 'not_in_state'])
  })

  it('needs the current revision if one is sent', async () => {
    const id = await client.placed()
    const headers = { 'X-Assessment-Revision': '2' }
    const reply = await service.request('DELETE', `/assessments/${id}/claim`, { session: client.teacher, headers })
    expect(await verdictOf(reply)).toEqual([412, 'revision_conflict'])
  })
})
