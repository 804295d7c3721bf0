import type { OpenClaim } from '@course-grading/contracts/claims/queue'
import { statementsOf } from '@course-grading/test-service'
import { describe, expect } from 'vitest'
import { itOnExamples as it } from '../service-test.fixture.ts'

it.beforeEach(({ claims }) => claims.clear())

describe('listOpenClaims', () => {
  it('lists claims with their holders, and leaves out claims that have ended', async ({ claims, teacher, grader }) => {
    const [held, ended] = [await claims.submitted(), await claims.submitted()]
    const { id } = await claims.claimed(grader, held)
    await claims.claimed(grader, ended)
    await claims.save(held)
    await claims.lapse(ended)
    const { items } = await claims.list<OpenClaim>('/courses/11/claims', teacher)
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

  it('makes as many statements for all claims as for one', async ({ service, claims, teacher, grader }) => {
    for (const submissionId of [await claims.submitted(), await claims.submitted()])
      await claims.claimed(grader, submissionId)
    const countOf = (query: string) => statementsOf(service, () => claims.list(`/courses/11/claims${query}`, teacher))
    expect(await countOf('')).toBe(await countOf('?limit=1'))
  })
})
