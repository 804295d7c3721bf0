import { describe, expect } from 'vitest'
import { itOnExamples as it } from '../service-test.fixture.ts'

describe('extendClaim', () => {
  it('renews the lease, makes no revision, and keeps the claim offered', async ({ assessments }) => {
    const id = await assessments.placed()
    await assessments.endLease(id)
    const before = await assessments.read(id)
    const reply = await assessments.post(id, 'heartbeat')
    expect(reply.status).toBe(200)
    expect(reply.headers.get('x-assessment-revision')).toBe('1')
    const { leaseExpiresAt } = (await reply.json()) as { leaseExpiresAt: string }
    expect(Math.round((Date.parse(leaseExpiresAt) - Date.now()) / 60_000)).toBe(30)
    expect(await assessments.read(id)).toEqual({ ...before, leaseExpiresAt })
    expect(await assessments.submissionOf(id)).toMatchObject({ claimed: true })
    expect(await assessments.eventsOf(id)).toEqual([])
  })

  it('is 409 for somebody who no longer holds it, and for a completed assessment', async ({ assessments, grader }) => {
    const id = await assessments.placed({ holderId: 103 })
    await assessments.giveTo(id, 101)
    await expect(assessments.post(id, 'heartbeat', { session: grader })).toBeProblem(409, 'claim_lost')
    const completed = await assessments.completed()
    await expect(assessments.post(completed, 'heartbeat')).toBeProblem(409, 'not_in_state')
  })
})
