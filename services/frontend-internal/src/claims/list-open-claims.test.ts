import type { OpenClaim } from '@course-grading/contracts/claims/queue'
import { statementsOf } from '@course-grading/test-service'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { verdictOf } from '../every-operation.fixture.ts'
import { type ClaimsUnderTest, startClaims } from './claims.fixture.ts'

let service: ClaimsUnderTest['service']
let claims: ClaimsUnderTest['claims']
let sessions: ClaimsUnderTest['sessions']
beforeAll(async () => void ({ service, claims, sessions } = await startClaims()))
beforeEach(() => claims.clear())
afterAll(() => service.stop())

describe('listOpenClaims', () => {
  it('lists claims with their holders, and leaves out claims that have ended', async () => {
    const [held, ended] = [await claims.submitted(), await claims.submitted()]
    const { id } = await claims.claimed(sessions.grader, held)
    await claims.claimed(sessions.grader, ended)
    await claims.save(held)
    await claims.lapse(ended)
    const { items } = await claims.list<OpenClaim>('/courses/11/claims', sessions.teacher)
    expect(items.filter(({ exerciseId }) => exerciseId === 1104)).toEqual([
      {
        assessmentId: id,
        exerciseId: 1104,
        submissionId: held,
        holder: { userId: 103, fullName: 'Assia English', alias: false },
        claimedAt: expect.stringMatching(/Z$/),
        savedAt: expect.stringMatching(/Z$/),
        leaseExpiresAt: expect.stringMatching(/Z$/),
      },
    ])
  })

  it('makes as many statements for all claims as for one', async () => {
    for (const submissionId of [await claims.submitted(), await claims.submitted()])
      await claims.claimed(sessions.grader, submissionId)
    const countOf = (query: string) =>
      statementsOf(service, () => claims.list(`/courses/11/claims${query}`, sessions.teacher))
    expect(await countOf('')).toBe(await countOf('?limit=1'))
  })

  it('is only for teachers', async () => {
    expect(await verdictOf(await service.request('GET', '/courses/11/claims', { session: sessions.grader }))).toEqual([
      403,
      'forbidden',
    ])
  })
})
