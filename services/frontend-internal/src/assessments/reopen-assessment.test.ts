import type { Assessment } from '@course-grading/contracts/assessments/assessment'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verdictOf } from '../every-operation.fixture.ts'
import { ownerQuery } from '../owner-query.fixture.ts'
import type { TestService } from '../service.fixture.ts'
import { startServiceForExamples } from '../tested-boundary.fixture.ts'
import { type AssessmentClient, assessmentClient, note } from './assessment-client.fixture.ts'

let service: TestService
let client: AssessmentClient
let grader: string
beforeAll(async () => {
  service = await startServiceForExamples()
  client = await assessmentClient(service)
  grader = await service.signIn(103)
})
afterAll(() => service.stop())

const reopen = (id: string, session = client.teacher, headers: Record<string, string> = {}) =>
  client.post(id, 'reopen', { session, headers, body: { reason: 'A file was overlooked.' } })
const deliveryOf = (id: string) =>
  ownerQuery(
    service,
    `SELECT delivery.state, delivery.cancelled_as AS "as" FROM delivery JOIN completed_result ON completed_result.id = delivery.result_id
    WHERE assessment_id = $1 ORDER BY delivery.ordinal`,
    [id],
  )
async function completedWith(state: Parameters<AssessmentClient['putDelivery']>[1]): Promise<string> {
  const id = await client.completed()
  await client.putDelivery(id, state)
  return id
}
const release = (id: string) =>
  ownerQuery(service, 'UPDATE completed_result SET released_at = now() WHERE assessment_id = $1', [id])

describe('reopenAssessment', () => {
  it.each(['held', 'pending', 'refused'] as const)(
    'puts the assessment into progress, and cancels a %s delivery',
    async (state) => {
      const id = await completedWith(state)
      const reply = await reopen(id)
      expect([reply.status, reply.headers.get('etag'), reply.headers.get('x-assessment-revision')]).toEqual([
        200,
        '"1"',
        '1',
      ])
      expect((await reply.json()) as Assessment).toMatchObject({
        state: 'in_progress',
        holder: { userId: 101 },
        completedAt: null,
        delivery: { state: 'cancelled' },
        points: 17,
      })
      expect(await deliveryOf(id)).toEqual([{ state: 'cancelled', as: 'reopened' }])
      expect(await client.submissionOf(id)).toEqual({ in_queue: true, postponed: false, held: true })
      const [result] = await ownerQuery(
        service,
        'SELECT withdrawn_at IS NOT NULL AS withdrawn FROM completed_result WHERE assessment_id = $1',
        [id],
      )
      expect(result).toEqual({ withdrawn: true })
      expect((await client.eventsOf(id)).at(-1)).toMatchObject({
        event: 'reopened',
        by: 101,
        from: 1,
        to: 1,
        reason: 'A file was overlooked.',
      })
    },
  )

  it.each([
    ['sending', 'delivery_pending'],
    ['ambiguous', 'delivery_ambiguous'],
  ] as const)('is refused while its grade is %s, and changes nothing', async (state, code) => {
    const id = await completedWith(state)
    expect(await verdictOf(await reopen(id))).toEqual([409, code])
    expect([(await client.read(id)).state, await deliveryOf(id)]).toEqual(['completed', [{ state, as: null }]])
  })

  it('leaves a delivery that arrived as it is, and the next completion makes another', async () => {
    const id = await completedWith('delivered')
    await reopen(id)
    expect((await client.patch(id, note('again'), { revision: 1 })).status).toBe(204)
    expect((await client.complete(id, 2)).status).toBe(200)
    expect(await deliveryOf(id)).toEqual([
      { state: 'delivered', as: null },
      { state: 'held', as: null },
    ])
  })

  it('is for its own grader, until the result is released, and for teachers always', async () => {
    const id = await client.completed(103)
    const reply = await reopen(id, grader)
    expect((await reply.json()) as Assessment).toMatchObject({ holder: { userId: 103 } })
    await client.complete(id, 1, grader)
    await release(id)
    expect(await verdictOf(await reopen(id, grader))).toEqual([403, 'forbidden'])
    expect((await reopen(id)).status).toBe(200)
    expect(await verdictOf(await reopen(await client.completed(), grader))).toEqual([403, 'forbidden'])
  })

  it('does not put superseded work into the queue again', async () => {
    const id = await client.completed()
    await ownerQuery(
      service,
      'UPDATE submission SET superseded_by = 9101 FROM assessment WHERE assessment.submission_id = submission.submission_id AND id = $1',
      [id],
    )
    expect((await reopen(id)).status).toBe(200)
    expect(await client.submissionOf(id)).toMatchObject({ in_queue: false, held: true })
  })

  it('is 409 for an assessment in progress, 403 for own work, and 412 if a stale revision is sent', async () => {
    expect(await verdictOf(await reopen(await client.placed()))).toEqual([409, 'not_in_state'])
    expect(await verdictOf(await reopen(await client.completed(103, [101])))).toEqual([403, 'forbidden'])
    const stale = { 'X-Assessment-Revision': '3' }
    expect(await verdictOf(await reopen(await client.completed(), client.teacher, stale))).toEqual([
      412,
      'revision_conflict',
    ])
  })

  it('lets one of two reopen it, even if somebody completes meanwhile', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await client.completed()
      const replies = await Promise.all([reopen(id), reopen(id), client.complete(id, 1)])
      const [first, second] = replies.map(({ status }) => status)
      expect([first, second].filter((status) => status === 200).length).toBeGreaterThanOrEqual(1)
      const standing = await ownerQuery(
        service,
        'SELECT FROM completed_result WHERE assessment_id = $1 AND withdrawn_at IS NULL',
        [id],
      )
      expect(standing.length).toBe((await client.read(id)).state === 'completed' ? 1 : 0)
    }
  })
})
