import { describe, expect } from 'vitest'
import { deleteDiagnostics } from './delete-diagnostics.ts'
import { refuseBeforeStart, returnToPending } from './before-start-queries.ts'
import { countDeliveries } from './delivery-gauges.ts'
import { findDelivery } from './delivery-views.ts'
import { it } from '../testing/a-delivery.ts'

describe('countDeliveries', () => {
  it('counts deliveries that are not final, by state, and returns the age of the oldest', async ({ world }) => {
    const before = await countDeliveries(world.database)
    const { deliveryId } = await world.sent('ambiguous')
    await world.age(deliveryId, 500)
    await world.sent('delivered')
    await world.sent('refused')
    const due = await world.pending()
    await world.age(due, 40)
    expect(await countDeliveries(world.database)).toEqual({
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
      await world.age(deliveryId, seconds)
      const { ambiguousUnder15m, ...found } = await countDeliveries(world.database)
      expect([ambiguousUnder15m, found[range]]).toEqual([before.ambiguousUnder15m, before[range] + 1])
    }
  })

  it('counts the age of a failing delivery from its first attempt, even if the next attempt is postponed', async ({
    world,
  }) => {
    const failing = await world.leased()
    await returnToPending(world.database, { ...failing, kind: 'tls_failed', delayMs: 60_000, isFailure: true })
    await world.age(failing.deliveryId, 5_000)
    await returnToPending(world.database, {
      ...(await world.leaseOf(failing.deliveryId)),
      kind: 'tls_failed',
      delayMs: 600_000,
      isFailure: true,
    })
    expect((await countDeliveries(world.database)).oldestDueS).toBeCloseTo(5_000, -3)
  })
})

describe('findDelivery', () => {
  it('has the status of the verification because of which nothing was sent', async ({ world }) => {
    const leased = await world.leased()
    await refuseBeforeStart(world.database, { ...leased, kind: 'verification_refused', seen: null, status: 404 })
    expect((await findDelivery(world.database, leased.deliveryId))?.sends).toMatchObject([
      { number: 1, startedAt: null, outcome: 'refused', kind: 'verification_refused', status: 404 },
    ])
  })
})

describe('deleteDiagnostics', () => {
  it('deletes old diagnostics in batches, and keeps the outcomes of the sends', async ({ world }) => {
    const old = [await world.sent('delivered'), await world.sent('refused'), await world.sent('ambiguous')]
    for (const { deliveryId } of old) await world.age(deliveryId, 31 * 86_400)
    expect(await deleteDiagnostics(world.database, { days: 30, batch: 2 })).toBe(2)
    expect(await deleteDiagnostics(world.database, { days: 30, batch: 2 })).toBe(1)
    expect(await deleteDiagnostics(world.database, { days: 30, batch: 2 })).toBe(0)
    expect((await findDelivery(world.database, old[1]?.deliveryId ?? ''))?.sends).toMatchObject([
      { outcome: 'refused', kind: 'timeout' },
    ])
  })
})
