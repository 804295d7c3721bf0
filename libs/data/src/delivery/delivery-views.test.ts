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
