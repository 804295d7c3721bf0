import type { Queue } from '@course-grading/contracts/claims/queue'
import { statementsOf } from '@course-grading/test-service'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ownerQuery } from '../owner-query.fixture.ts'
import { type ClaimsUnderTest, startClaims } from './claims.fixture.ts'

let service: ClaimsUnderTest['service']
let claims: ClaimsUnderTest['claims']
let sessions: ClaimsUnderTest['sessions']
beforeAll(async () => void ({ service, claims, sessions } = await startClaims()))
beforeEach(() => claims.clear())
afterAll(() => service.stop())

describe('listQueues', () => {
  const queueOf = async (session: string) =>
    (await claims.list<Queue>('/courses/11/grading/queues', session)).items.find(
      ({ exerciseId }) => exerciseId === 1104,
    )

  it('counts waiting submissions, for everybody and for the caller, and held ones', async () => {
    await claims.submitted({ submitterIds: [201], submittedAt: '2026-11-03T10:00:00.000Z' })
    await claims.submitted({ submitterIds: [202], submittedAt: '2026-11-02T10:00:00.000Z' })
    await claims.submitted({ submitterIds: [101], submittedAt: '2026-11-04T10:00:00.000Z' })
    const held = await claims.submitted({ submittedAt: '2026-11-01T10:00:00.000Z' })
    await claims.claimed(sessions.grader, held)
    const counts = { waiting: 3, inProgress: 1, oldestWaitingAt: '2026-11-02T10:00:00.000Z', dueAt: null }
    expect(await queueOf(sessions.grader)).toMatchObject({ ...counts, mine: 3 })
    expect(await queueOf(sessions.teacher)).toMatchObject({ ...counts, mine: 2 })
    expect(await queueOf(sessions.inFinnish)).toMatchObject({ ...counts, mine: 1 })
    await claims.lapse(held)
    expect(await queueOf(sessions.grader)).toMatchObject({
      waiting: 4,
      inProgress: 0,
      oldestWaitingAt: '2026-11-01T10:00:00.000Z',
    })
  })

  it('counts results by their release and by the state of the grade', async () => {
    const counts = async () => {
      const { items } = await claims.list<Queue>('/courses/11/grading/queues', sessions.teacher)
      const found = items.find(({ exerciseId }) => exerciseId === 1103)
      return [found?.completed, found?.released, found?.held, found?.undeliverable].map(Number)
    }
    const [completed = 0, released = 0, held, undeliverable = 0] = await counts()
    expect(completed).toBeGreaterThan(0)
    await ownerQuery(service, 'UPDATE capability SET sealed_url = NULL, deleted_at = now() WHERE submission_id = 9102')
    await ownerQuery(service, 'UPDATE completed_result SET released_at = now() WHERE submission_id = 9102')
    expect(await counts()).toEqual([completed - 1, released + 1, held, undeliverable + 1])
  })

  it('lists exercises by id, page by page', async () => {
    const first = await claims.list<Queue>('/courses/11/grading/queues?limit=1', sessions.grader)
    const second = await claims.list<Queue>(
      `/courses/11/grading/queues?limit=1&cursor=${first.nextCursor}`,
      sessions.grader,
    )
    expect([...first.items, ...second.items].map(({ exerciseId }) => exerciseId)).toEqual([1103, 1104])
  })

  it('makes as many statements for all exercises as for one', async () => {
    const countOf = (query: string) =>
      statementsOf(service, () => claims.list(`/courses/11/grading/queues${query}`, sessions.grader))
    expect(await countOf('')).toBe(await countOf('?limit=1'))
  })
})
