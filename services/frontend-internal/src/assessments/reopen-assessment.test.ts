import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Assessment } from '@course-grading/contracts/assessments/assessment'
import type { Database } from '@course-grading/data/db/database'
import { leaseDelivery } from '@course-grading/data/delivery/lease-delivery'
import { recordOutcome } from '@course-grading/data/delivery/record-outcome'
import { startSend } from '@course-grading/data/delivery/start-send'
import { describe, expect } from 'vitest'
import { type AssessmentClient, note } from './assessment-client.fixture.ts'
import { itOnExamples as it, type TestService } from '../service-test.fixture.ts'

describe('reopenAssessment', () => {
  it.for(['held', 'pending', 'refused'] as const)(
    'puts the assessment into progress, and cancels a %s delivery',
    async (state, { service, assessments }) => {
      const id = await completedWith(assessments, state)
      await expect(reopen(assessments, id)).toBeRevision(200, 1, {
        state: 'in_progress',
        holder: { userId: 101 },
        completedAt: null,
        delivery: { state: 'cancelled' },
        points: 17,
      })
      expect(await deliveriesOf(service, id)).toEqual([{ state: 'cancelled', as: 'reopened' }])
      expect(await assessments.submissionOf(id)).toEqual({ in_queue: true, postponed: false, claimed: true })
      const [result] =
        await service.sql`SELECT withdrawn_at IS NOT NULL AS withdrawn FROM completed_result WHERE assessment_id = ${id}`
      expect(result).toEqual({ withdrawn: true })
      expect((await assessments.eventsOf(id)).at(-1)).toMatchObject({
        event: 'reopened',
        by: 101,
        from: 1,
        to: 1,
        reason: 'A file was overlooked.',
      })
    },
  )

  it.for([
    ['sending', 'delivery_pending'],
    ['ambiguous', 'delivery_ambiguous'],
  ] as const)('replies 409 while the delivery is %s', async ([state, code], { service, assessments }) => {
    const id = await completedWith(assessments, state)
    await expect(reopen(assessments, id)).toBeProblem(409, code)
    expect((await assessments.read(id)).state).toBe('completed')
    expect(await deliveriesOf(service, id)).toEqual([{ state, as: null }])
  })

  it('leaves a delivery that arrived, and the next completion makes another', async ({ service, assessments }) => {
    const id = await completedWith(assessments, 'delivered')
    await reopen(assessments, id)
    await expect(assessments.patch(id, note('again'), { revision: 1 })).toBeReply(204)
    await expect(assessments.complete(id, 2)).toBeReply(200)
    expect(await deliveriesOf(service, id)).toEqual([
      { state: 'delivered', as: null },
      { state: 'held', as: null },
    ])
  })

  it('is for its own grader until the release, and for teachers always', async ({ service, assessments, grader }) => {
    const id = await assessments.completed(103)
    const reply = await reopen(assessments, id, grader)
    expect((await reply.json()) as Assessment).toMatchObject({ holder: { userId: 103 } })
    await assessments.complete(id, 1, grader)
    await markReleased(service, id)
    await expect(reopen(assessments, id, grader)).toBeProblem(403, 'forbidden')
    await expect(reopen(assessments, id)).toBeReply(200)
    await expect(reopen(assessments, await assessments.completed(), grader)).toBeProblem(403, 'forbidden')
  })

  it('does not put superseded work into the queue again', async ({ service, assessments }) => {
    const id = await assessments.completed()
    await service.sql`UPDATE submission SET superseded_by = 9101 FROM assessment WHERE assessment.submission_id = submission.submission_id AND id = ${id}`
    await expect(reopen(assessments, id)).toBeReply(200)
    expect(await assessments.submissionOf(id)).toMatchObject({ in_queue: false, claimed: true })
  })

  it('replies 409 for an assessment in progress, 403 for own work, and 412 for another revision', async ({
    assessments,
    teacher,
  }) => {
    await expect(reopen(assessments, await assessments.placed())).toBeProblem(409, 'not_in_state')
    await expect(reopen(assessments, await assessments.completed(103, [101]))).toBeProblem(403, 'forbidden')
    const stale = { 'X-Assessment-Revision': '3' }
    await expect(reopen(assessments, await assessments.completed(), teacher, stale)).toBeProblem(
      412,
      'revision_conflict',
    )
  })

  it('keeps the state and the standing result together when two reopen it and one completes', async ({
    service,
    assessments,
  }) => {
    for (let round = 0; round < 5; round += 1) {
      const id = await assessments.completed()
      const replies = await Promise.all([reopen(assessments, id), reopen(assessments, id), assessments.complete(id, 1)])
      const [first, second] = replies.map(({ status }) => status)
      expect([first, second].filter((status) => status === 200).length).toBeGreaterThanOrEqual(1)
      const standing =
        await service.sql`SELECT FROM completed_result WHERE assessment_id = ${id} AND withdrawn_at IS NULL`
      expect(standing.length).toBe((await assessments.read(id)).state === 'completed' ? 1 : 0)
    }
  })
})

describe('reopenAssessment beside the worker', () => {
  it(
    'comes before the send or after its end, and never in between',
    { timeout: 120_000 },
    async ({ service, assessments }) => {
      const worker = await service.databaseAs('manualGrading')
      const seen = new Set<string>()
      await service.sql`UPDATE delivery SET not_before = now() + interval '1 day' WHERE state = 'pending'`
      const isSeenBoth = () => seen.has('200 : cancelled') && [...seen].some((each) => each.includes('delivery_'))
      for (let round = 0; round < 9 || (round < 60 && !isSeenBoth()); round += 1) {
        const outcome = (['delivered', 'refused', 'ambiguous'] as const)[round % 3] ?? 'delivered'
        const id = await assessments.completed()
        await assessments.putDelivery(id, 'pending')
        const [reply, isSent] = await Promise.all([
          setTimeout(round % 10).then(() => assessments.post(id, 'reopen', { body: { reason: 'Once more.' } })),
          send(worker, outcome),
        ])
        const found = await lastOf(service, id)
        const { code = '' } = reply.ok ? {} : ((await reply.json()) as { code: string })
        seen.add(`${reply.status} ${code}: ${String(found?.['state'])}`)
        // A grade that was sent is never cancelled; only one that was not sent, or that was surely refused, is.
        expect(found).toEqual({
          state: reply.ok && (!isSent || outcome === 'refused') ? 'cancelled' : outcome,
          withdrawn: reply.ok,
          sends: isSent ? 1 : 0,
        })
        if (reply.ok) expect(outcome === 'ambiguous' && isSent).toBe(false)
        else expect(['delivery_pending', 'delivery_ambiguous']).toContain(code)
        // Remaining deliveries must not be due in later rounds.
        await service.sql`UPDATE delivery SET not_before = now() + interval '1 day' WHERE state = 'pending'`
      }
      expect(isSeenBoth(), [...seen].join(', ')).toBe(true)
    },
  )
})

const reopen = (assessments: AssessmentClient, id: string, session?: string, headers: Record<string, string> = {}) =>
  assessments.post(id, 'reopen', { session, headers, body: { reason: 'A file was overlooked.' } })

const deliveriesOf = (service: TestService, id: string) =>
  service.sql`SELECT delivery.state, delivery.cancelled_as AS "as" FROM delivery JOIN completed_result ON completed_result.id = delivery.result_id
    WHERE assessment_id = ${id} ORDER BY delivery.ordinal`

async function completedWith(
  assessments: AssessmentClient,
  state: Parameters<AssessmentClient['putDelivery']>[1],
): Promise<string> {
  const id = await assessments.completed()
  await assessments.putDelivery(id, state)
  return id
}

const markReleased = (service: TestService, id: string) =>
  service.sql`UPDATE completed_result SET released_at = now() WHERE assessment_id = ${id}`

/** Sends a delivery that is due, as a worker does. Returns whether there was one. */
async function send(worker: Database, outcome: 'delivered' | 'refused' | 'ambiguous'): Promise<boolean> {
  const lease = await leaseDelivery(worker, { workerId: randomUUID(), leaseS: 60 })
  if (lease === null || !(await startSend(worker, { ...lease, openLeaseS: 65 }))) return false
  const record = { kind: 'timeout', phase: 'write_begun', status: 200, diagnostics: '{}' } as const
  if (!(await recordOutcome(worker, { ...lease, ...record, outcome }))) throw new Error('the outcome was not recorded')
  return true
}

const lastOf = async (service: TestService, id: string) =>
  (
    await service.sql`SELECT delivery.state, completed_result.withdrawn_at IS NOT NULL AS withdrawn,
        (SELECT count(*)::int FROM delivery_send WHERE delivery_id = delivery.id AND started_at IS NOT NULL) AS sends
      FROM delivery JOIN completed_result ON completed_result.id = result_id WHERE assessment_id = ${id}`
  )[0]
