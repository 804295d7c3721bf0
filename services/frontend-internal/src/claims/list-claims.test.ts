import type { MyClaim, OpenClaim, Queue } from '@course-grading/contracts'
import { queriesOf } from '@course-grading/test-service'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { verdictOf } from '../every-operation.fixture.ts'
import { ownerQuery } from '../owner-query.fixture.ts'
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

describe('listQueues', () => {
  const queueOf = async (session: string) =>
    (await list<Queue>('/courses/11/grading/queues', session)).items.find(({ exerciseId }) => exerciseId === 1104)

  it('counts what waits, for everybody and for the caller, and what is held', async () => {
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

  it('counts results by their release and by what became of the grade', async () => {
    const counts = async () => {
      const { items } = await list<Queue>('/courses/11/grading/queues', sessions.teacher)
      const found = items.find(({ exerciseId }) => exerciseId === 1103)
      return [found?.completed, found?.released, found?.held, found?.undeliverable].map(Number)
    }
    const [completed = 0, released = 0, held, undeliverable = 0] = await counts()
    expect(completed).toBeGreaterThan(0)
    await ownerQuery(service, 'UPDATE capability SET sealed_url = NULL, deleted_at = now() WHERE submission_id = 9102')
    await ownerQuery(service, 'UPDATE completed_result SET released_at = now() WHERE submission_id = 9102')
    expect(await counts()).toEqual([completed - 1, released + 1, held, undeliverable + 1])
  })

  it('lists exercises by id, page by page, in one query', async () => {
    const first = await list<Queue>('/courses/11/grading/queues?limit=1', sessions.grader)
    const second = await list<Queue>(`/courses/11/grading/queues?limit=1&cursor=${first.nextCursor}`, sessions.grader)
    expect([...first.items, ...second.items].map(({ exerciseId }) => exerciseId)).toEqual([1103, 1104])
    expect(await queriesOf(service, () => list('/courses/11/grading/queues', sessions.grader))).toEqual({
      useSession: 1,
      findCourseAccess: 1,
      listQueues: 1,
    })
  })
})

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

describe('listMyClaims', () => {
  const mine = async (session: string) =>
    (await list<MyClaim>('/my/claims', session)).items.filter(({ exerciseId }) => exerciseId === 1104)

  it("lists the caller's claims, and the caller's drafts that wait again", async () => {
    const [held, draft, taken] = [await claims.submitted(), await claims.submitted(), await claims.submitted()]
    for (const id of [held, draft, taken]) await claims.claimed(sessions.grader, id)
    await claims.save(draft)
    for (const id of [draft, taken]) await claims.lapse(id)
    await claims.claimed(sessions.teacher, taken)
    expect(await mine(sessions.grader)).toMatchObject([
      { submissionId: held, isHeld: true, revision: 1, savedAt: null, courseId: 11 },
      { submissionId: draft, isHeld: false, revision: 2, savedAt: expect.stringMatching(/Z$/) },
    ])
    expect(await mine(sessions.teacher)).toMatchObject([{ submissionId: taken, isHeld: true }])
  })

  it('leaves out drafts that somebody completed or handed back, and those of an exercise that is not listed', async () => {
    const submissionId = await claims.submitted()
    await claims.claimed(sessions.grader, submissionId)
    await claims.lapse(submissionId)
    expect(await mine(sessions.grader)).toHaveLength(1)
    await ownerQuery(service, 'DELETE FROM manual_grading_exercise WHERE exercise_id = 1104')
    expect(await mine(sessions.grader)).toEqual([])
    await ownerQuery(service, 'INSERT INTO manual_grading_exercise (exercise_id, course_id) VALUES (1104, 11)')
    await ownerQuery(
      service,
      'UPDATE assessment SET holder_id = NULL, claimed_at = NULL, lease_until = NULL, is_offered = FALSE WHERE submission_id = $1',
      [submissionId],
    )
    expect(await mine(sessions.grader)).toEqual([])
  })

  it('is empty for somebody without any course, in one query', async () => {
    const outsider = await service.signIn(105)
    expect(await list('/my/claims', outsider)).toEqual({ items: [], nextCursor: null })
    expect(await queriesOf(service, () => list('/my/claims', outsider))).toEqual({ useSession: 1, listOwnClaims: 1 })
  })
})
