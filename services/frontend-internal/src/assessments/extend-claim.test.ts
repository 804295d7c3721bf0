import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verdictOf } from '../every-operation.fixture.ts'
import type { TestService } from '../service.fixture.ts'
import { startServiceForExamples } from '../tested-boundary.fixture.ts'
import { type AssessmentClient, assessmentClient } from './assessment-client.fixture.ts'

let service: TestService
let client: AssessmentClient
let grader: string
beforeAll(async () => {
  service = await startServiceForExamples()
  client = await assessmentClient(service)
  grader = await service.signIn(103)
})
afterAll(() => service.stop())

describe('extendClaim', () => {
  it('renews the lease, makes no revision, and keeps the claim offered', async () => {
    const id = await client.placed()
    await client.endLease(id)
    const before = await client.read(id)
    const reply = await client.post(id, 'heartbeat')
    expect([reply.status, reply.headers.get('x-assessment-revision')]).toEqual([200, '1'])
    const { leaseExpiresAt } = (await reply.json()) as { leaseExpiresAt: string }
    expect(Math.round((Date.parse(leaseExpiresAt) - Date.now()) / 60_000)).toBe(30)
    expect(await client.read(id)).toEqual({ ...before, leaseExpiresAt })
    expect(await client.submissionOf(id)).toMatchObject({ held: true })
    expect(await client.eventsOf(id)).toEqual([])
  })

  it('is 409 for somebody who no longer holds it, and for a completed assessment', async () => {
    const id = await client.placed({ holderId: 103 })
    await client.giveTo(id, 101)
    expect(await verdictOf(await client.post(id, 'heartbeat', { session: grader }))).toEqual([409, 'claim_lost'])
    const completed = await client.completed()
    expect(await verdictOf(await client.post(completed, 'heartbeat'))).toEqual([409, 'not_in_state'])
  })

  it('needs the current revision if one is sent', async () => {
    const id = await client.placed()
    const headers = (revision: string) => ({ headers: { 'X-Assessment-Revision': revision } })
    expect(await verdictOf(await client.post(id, 'heartbeat', headers('2')))).toEqual([412, 'revision_conflict'])
    expect(await verdictOf(await client.post(id, 'heartbeat', headers('"1"')))).toEqual([400, 'malformed_if_match'])
    expect((await client.post(id, 'heartbeat', headers('1'))).status).toBe(200)
  })
})
