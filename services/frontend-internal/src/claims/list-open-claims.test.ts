import type { OpenClaim } from '@course-grading/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { verdictOf } from '../every-operation.fixture.ts'
import type { TestService } from '../service.fixture.ts'
import { startServiceForExamples } from '../tested-boundary.fixture.ts'
import { claimsUnderTest } from './claims.fixture.ts'

let service: TestService
let claims: ReturnType<typeof claimsUnderTest>
let sessions: Record<'teacher' | 'inFinnish' | 'grader', string>
beforeAll(async () => {
  service = await startServiceForExamples()
  claims = claimsUnderTest(service)
  sessions = {
    teacher: await service.signIn(101),
    inFinnish: await service.signIn(102),
    grader: await service.signIn(103),
  }
})
beforeEach(() => claims.clear())
afterAll(() => service.stop())

const list = async <Item>(path: string, session: string): Promise<{ items: Item[]; nextCursor: string | null }> => {
  const reply = await service.request('GET', path, { session })
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
  return (await reply.json()) as { items: Item[]; nextCursor: string | null }
}

describe('listOpenClaims', () => {
  it('says who holds what, and leaves out claims that have ended', async () => {
    const [held, ended] = [await claims.submitted(), await claims.submitted()]
    const { id } = await claims.claimed(sessions.grader, held)
    await claims.claimed(sessions.grader, ended)
    await claims.save(held)
    await claims.lapse(ended)
    const { items } = await list<OpenClaim>('/courses/11/claims', sessions.teacher)
    expect(items.filter(({ exerciseId }) => exerciseId === 1104)).toEqual([
      {
        assessmentId: id,
        exerciseId: 1104,
        submissionId: held,
        holder: { userId: 103, fullName: 'User 103', alias: false },
        claimedAt: expect.stringMatching(/Z$/),
        savedAt: expect.stringMatching(/Z$/),
        leaseExpiresAt: expect.stringMatching(/Z$/),
      },
    ])
  })

  it('is for teachers alone', async () => {
    expect(await verdictOf(await service.request('GET', '/courses/11/claims', { session: sessions.grader }))).toEqual([
      403,
      'forbidden',
    ])
  })
})
