import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verdictOf } from '../every-operation.fixture.ts'
import { ownerQuery } from '../owner-query.fixture.ts'
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

const reveal = (id: string, session = client.teacher, headers: Record<string, string> = {}) =>
  client.post(id, 'reveal', { session, headers, body: { reason: 'The file names another student.' } })
const anonymous = (is: boolean) =>
  ownerQuery(
    service,
    `INSERT INTO exercise_grading (course_id, exercise_id, revision, anonymous, attempts, claim_order, auto_points, release, lease_minutes,
      max_open_claims, notify, updated_at)
    VALUES (11, 1104, 1, $1, 'latest', 'bands', 'shown', 'manual', 30, 5, TRUE, now())
    ON CONFLICT (course_id, exercise_id) DO UPDATE SET anonymous = $1`,
    [is],
  )

describe('revealSubmitters', () => {
  it('names the submitters of anonymous work, which stays anonymous, and records who asked', async () => {
    await anonymous(true)
    const id = await client.placed({ exerciseId: 1104 }, [202, 201])
    expect((await client.read(id)).submitters).toMatchObject([{ userId: null }, { userId: null }])
    const reply = await reveal(id)
    expect([reply.status, reply.headers.get('x-assessment-revision')]).toEqual([200, '1'])
    expect(await reply.json()).toMatchObject({
      submitters: [
        { userId: 201, alias: false },
        { userId: 202, alias: false },
      ],
    })
    expect((await client.read(id)).submitters).toMatchObject([{ userId: null }, { userId: null }])
    expect(await client.eventsOf(id)).toMatchObject([
      { event: 'revealed', by: 101, from: 1, to: 1, reason: 'The file names another student.' },
    ])
    await anonymous(false)
  })

  it('names nobody once all submitters were erased, and records nothing', async () => {
    const id = await client.placed()
    await client.eraseSubmitter(id)
    expect(await verdictOf(await reveal(id))).toEqual([409, 'not_in_state'])
    expect(await client.eventsOf(id)).toEqual([])
  })

  it('is only for teachers, and needs the current revision if one is sent', async () => {
    const id = await client.placed({ holderId: 103 })
    expect(await verdictOf(await reveal(id, grader))).toEqual([403, 'forbidden'])
    const stale = { 'X-Assessment-Revision': '3' }
    expect(await verdictOf(await reveal(id, client.teacher, stale))).toEqual([412, 'revision_conflict'])
    expect(await client.eventsOf(id)).toEqual([])
  })
})
