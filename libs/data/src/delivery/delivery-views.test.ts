import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { aCompletion, openGrading } from '../testing/a-delivery.ts'
import { completeUnclaimed } from '../testing/complete-submission.ts'
import { configureCourse } from '../testing/open-settings.ts'
import { deleteDiagnostics } from './delete-diagnostics.ts'
import { returnToPending } from './before-start-queries.ts'
import { countDeliveries } from './delivery-gauges.ts'
import { findDelivery, listDeliveries, type DeliveryQuery } from './delivery-views.ts'
import { insertDeliveries } from './insert-deliveries.ts'

const grading = await openGrading()
const { database, frontend, withdraw } = grading
afterAll(() => grading.close())
const list = async (query: Partial<DeliveryQuery>) =>
  await listDeliveries(frontend, { courseId: grading.courseId, state: null, before: null, limit: 50, ...query })

describe('listDeliveries', () => {
  it('lists the deliveries of one course, the newest first, page by page', async () => {
    const ids = [await grading.held(), await grading.held(), await grading.held()]
    const page = await list({ limit: 2 })
    expect(page.map(({ delivery }) => delivery.id)).toEqual([ids[2], ids[1]])
    expect((await list({ before: page[1]?.ordinal ?? 0 })).map(({ delivery }) => delivery.id)).toEqual([ids[0]])
    const other = await configureCourse(frontend, { manualGradingExercises: [31] })
    const there = await grading.complete(await grading.registered({ courseId: other, exerciseId: 31 }), 'held')
    expect((await list({ courseId: other })).map(({ delivery }) => delivery.id)).toEqual([there])
    expect((await list({ courseId: null })).map(({ delivery }) => delivery.id)).toEqual([there, ...ids.toReversed()])
  })

  it('lists only deliveries in the requested state', async () => {
    const { deliveryId } = await grading.ended('ambiguous')
    expect((await list({ state: 'ambiguous' })).map(({ delivery }) => delivery.id)).toEqual([deliveryId])
  })
})

describe('findDelivery', () => {
  it('returns all fields of a delivery, and nothing of its callback URL', async () => {
    const { deliveryId, submissionId } = await grading.ended('delivered')
    expect(await findDelivery(frontend, deliveryId)).toEqual({
      id: deliveryId,
      courseId: grading.courseId,
      exerciseId: 11,
      submissionId,
      state: 'delivered',
      kind: null,
      points: 7.5,
      maxPoints: 10,
      sends: [
        {
          number: 1,
          startedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
          outcome: 'delivered',
          kind: 'timeout',
          status: null,
        },
      ],
      confirmedBy: 'answer',
      notBefore: null,
      seenUpstream: null,
      upstream: null,
      standing: 'unknown',
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    })
    expect(await findDelivery(frontend, randomUUID())).toBeNull()
  })
})

describe('countDeliveries', () => {
  it('counts deliveries that are not final, by state, and returns the age of the oldest', async () => {
    const before = await countDeliveries(database)
    const { deliveryId } = await grading.ended('ambiguous')
    await grading.age(deliveryId, 500)
    await grading.ended('delivered')
    await grading.ended('refused')
    const due = await grading.pending()
    await grading.age(due, 40)
    expect(await countDeliveries(database)).toEqual({
      ...before,
      ambiguous: before.ambiguous + 1,
      ambiguousUnder15m: before.ambiguousUnder15m + 1,
      refused: before.refused + 1,
      pending: before.pending + 1,
      oldestAmbiguousS: expect.closeTo(500, -2),
      oldestDueS: expect.closeTo(40, -2),
    })
    for (const [seconds, range] of [
      [500, 'ambiguousUnder1h'],
      [4_000, 'ambiguousUnder1d'],
      [90_000, 'ambiguousOver1d'],
    ] as const) {
      await grading.age(deliveryId, seconds)
      const { ambiguousUnder15m, ...found } = await countDeliveries(database)
      expect([ambiguousUnder15m, found[range]]).toEqual([before.ambiguousUnder15m, before[range] + 1])
    }
  })

  it('counts the age of a failing delivery from its first attempt, even if the next attempt is postponed', async () => {
    const failing = await grading.leased()
    await returnToPending(database, { ...failing, kind: 'tls_failed', delayMs: 60_000, isFailure: true })
    await grading.age(failing.deliveryId, 5_000)
    await returnToPending(database, {
      ...(await grading.leaseOf(failing.deliveryId)),
      kind: 'tls_failed',
      delayMs: 600_000,
      isFailure: true,
    })
    expect((await countDeliveries(database)).oldestDueS).toBeCloseTo(5_000, -3)
  })
})

describe('deleteDiagnostics', () => {
  it('deletes old diagnostics in batches, and keeps the outcomes of the sends', async () => {
    const old = [await grading.ended('delivered'), await grading.ended('refused'), await grading.ended('ambiguous')]
    for (const { deliveryId } of old) await grading.age(deliveryId, 31 * 86_400)
    expect([
      await deleteDiagnostics(database, { days: 30, batch: 2 }),
      await deleteDiagnostics(database, { days: 30, batch: 2 }),
      await deleteDiagnostics(database, { days: 30, batch: 2 }),
    ]).toEqual([2, 1, 0])
    expect((await findDelivery(database, old[1]?.deliveryId ?? ''))?.sends).toMatchObject([
      { outcome: 'refused', kind: 'timeout' },
    ])
  })
})

describe('completeAssessment', () => {
  const insert = async (submissionId: number) => (await grading.tryToComplete(submissionId, 'none')).outcome

  it('takes the submission out of the queue, and is rejected while another result stands', async () => {
    const submissionId = await grading.registered()
    expect([await insert(submissionId), await insert(submissionId), await insert(999_999)]).toEqual([
      'completed',
      'already_completed',
      'not_found',
    ])
    expect(await grading.one('SELECT in_queue FROM submission WHERE submission_id = $1', [submissionId])).toEqual({
      in_queue: false,
    })
    await withdraw(submissionId)
    expect(await insert(submissionId)).toBe('completed')
  })

  it('is committed together with its delivery, or not at all', async () => {
    const submissionId = await grading.registered()
    await expect(
      frontend.transaction(async (tx) => {
        await completeUnclaimed(tx, { ...aCompletion(submissionId), state: 'pending' })
        throw new Error('the assessment was not completed after all')
      }),
    ).rejects.toThrow('after all')
    expect(
      await grading.one(
        'SELECT in_queue, (SELECT count(*)::int FROM completed_result WHERE submission_id = $1) AS results, ' +
          '(SELECT count(*)::int FROM delivery WHERE submission_id = $1) AS deliveries FROM submission WHERE submission_id = $1',
        [submissionId],
      ),
    ).toEqual({ in_queue: true, results: 0, deliveries: 0 })
  })

  it('allows a second delivery only after the first is final', async () => {
    const { submissionId } = await grading.ended('refused')
    await withdraw(submissionId)
    const completed = await grading.tryToComplete(submissionId, 'none')
    if (completed.outcome !== 'completed') throw new Error(completed.outcome)
    const second = frontend.transaction((tx) =>
      insertDeliveries(tx, [completed.resultId], { state: 'held', byUserId: null }),
    )
    await expect(second).rejects.toMatchObject({ constraint: 'delivery__unfinished' })
  })
})
