import { describe, expect } from 'vitest'
import { comment } from './assessment-client.fixture.ts'
import { itOnExamples as it, type TestService } from '../service-test.fixture.ts'

describe('releaseClaim', () => {
  it('keeps the draft and its author, and the submission waits again', async ({ service, assessments, grader }) => {
    const id = await assessments.placed({ holderId: 103 })
    await assessments.patch(id, comment('report', 'begun'), { session: grader, revision: 1 })
    await expect(release(service, id, grader)).toBeRevision(204, 2)
    expect(await assessments.read(id)).toMatchObject({
      state: 'in_progress',
      holder: null,
      leaseExpiresAt: null,
      grader: { userId: 103 },
      scores: { report: { comment: 'begun' } },
      postponed: null,
    })
    expect(await assessments.submissionOf(id)).toEqual({ in_queue: true, postponed: false, claimed: null })
    expect((await assessments.eventsOf(id)).at(-1)).toMatchObject({ event: 'handed_back', by: 103, from: 2, to: 2 })
  })

  it('succeeds after the lease ended, as long as nobody else has claimed', async ({ service, assessments, grader }) => {
    const id = await assessments.placed({ holderId: 103 })
    await assessments.endLease(id)
    await expect(release(service, id, grader)).toBeReply(204)
  })

  it('is 409 if nobody holds it, and for a completed assessment', async ({ service, assessments }) => {
    const id = await assessments.placed()
    await release(service, id)
    await expect(release(service, id)).toBeProblem(409, 'claim_lost')
    await expect(release(service, await assessments.completed())).toBeProblem(409, 'not_in_state')
  })
})

const release = (service: TestService, id: string, session?: string) =>
  service.send('DELETE', `/assessments/${id}/claim`, { session })
