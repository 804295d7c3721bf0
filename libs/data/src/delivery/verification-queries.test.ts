import { describe, expect } from 'vitest'
import { aRecord, aShownGrade, openGrading, testIn } from '../testing/a-delivery.ts'
import { holdDeliveries, resumeDeliveries } from './delivery-control-queries.ts'
import { findDelivery } from './delivery-views.ts'
import type { LeasedDelivery } from './lease-delivery.ts'
import { leaseVerification, recordVerification, recordReadBack } from './verification-queries.ts'
import { startSend } from './start-send.ts'
import { reapExpiredLeases } from './reap-expired-leases.ts'
import { recordOutcome } from './record-outcome.ts'

const it = testIn(openWorld)

describe('leaseVerification', () => {
  it('returns a delivery 10 s after it became ambiguous, to one worker at a time', async ({ world }) => {
    const { deliveryId, submissionId } = await world.sent('ambiguous')
    await world.age(deliveryId, 8)
    expect(await world.leaseNext()).toBeNull()
    await world.age(deliveryId, 2)
    expect(await world.leaseNext()).toEqual({
      state: 'ambiguous',
      deliveryId,
      sendNumber: 1,
      verificationEpoch: 1,
      submissionId,
      courseId: world.courseId,
      exerciseId: 11,
      graderIdBefore: null,
      seenGraderId: null,
      capability: { sealedUrl: expect.any(Buffer), keyId: 'k-1' },
    })
    expect(await world.leaseNext()).toBeNull()
    await world.age(deliveryId, 31)
    expect(await world.leaseNext()).toMatchObject({ deliveryId, verificationEpoch: 2 })
    await world.settle(deliveryId)
  })

  it('returns nothing during a hold', async ({ world }) => {
    const { deliveryId } = await world.sent('ambiguous')
    await world.age(deliveryId, 10)
    await holdDeliveries(world.database, { reason: 'restored' })
    expect(await world.leaseNext()).toBeNull()
    await resumeDeliveries(world.database)
    expect(await world.leaseNext()).toMatchObject({ deliveryId })
    await world.settle(deliveryId)
  })

  it('returns a delivery after 10 s, 1 min, 10 min and 1 h, and not again', async ({ world }) => {
    const { deliveryId } = await world.sent('ambiguous')
    // The seconds that a busy machine may need for a query.
    const patienceS = 8
    for (const after of [10, 50, 540, 3_000]) {
      await world.age(deliveryId, after - patienceS)
      expect(await world.leaseNext()).toBeNull()
      await world.age(deliveryId, patienceS)
      const taken = await world.leaseNext()
      if (taken === null) throw new Error(`no verification ${after} s after the one before`)
      expect(await recordVerification(world.database, { ...taken, seen: null })).toBe(true)
    }
    await world.age(deliveryId, 1_000_000)
    expect([await world.leaseNext(), await world.stateOf(deliveryId)]).toEqual([null, 'ambiguous'])
  })

  it.for<[string, (world: World, again: LeasedDelivery) => Promise<unknown>]>([
    ['was recorded', (world, again) => recordOutcome(world.database, { ...again, ...aRecord, outcome: 'ambiguous' })],
    [
      'was found by the reaper',
      async (world, again) => {
        await world.age(again.deliveryId, 66)
        await reapExpiredLeases(world.database)
      },
    ],
  ])('returns each ambiguous send four times, whether it %s', async ([_, becomeAmbiguous], { world }) => {
    const { deliveryId } = await world.sent('ambiguous')
    const verificationsLeft = async () => {
      await world.age(deliveryId, 1_000_000)
      let count = 0
      for (let taken = await world.leaseNext(); taken !== null; taken = await world.leaseNext()) {
        await recordVerification(world.database, { ...taken, seen: null })
        count += 1
      }
      return count
    }
    expect(await verificationsLeft()).toBe(4)
    await world.resolve(deliveryId, 'send_again')
    const again = await world.leaseOf(deliveryId)
    await startSend(world.database, { ...again, openLeaseS: 65 })
    await becomeAmbiguous(world, again)
    expect([await world.stateOf(deliveryId), await verificationsLeft()]).toEqual(['ambiguous', 4])
  })

  it.for([
    ['erased', 'sealed_url = NULL'],
    ['deleted', 'sealed_url = NULL, deleted_at = now()'],
    ['over', "registered_at = now() - interval '2 days', expires_at = now() - interval '1 day'"],
  ] as const)('returns no capability if it was %s', async ([_, change], { world }) => {
    const { deliveryId, submissionId } = await world.sent('ambiguous')
    await world.owner.query(`UPDATE capability SET ${change} WHERE submission_id = $1`, [submissionId])
    await world.age(deliveryId, 10)
    expect(await world.leaseNext()).toMatchObject({ deliveryId, capability: null })
    await world.settle(deliveryId)
  })
})

describe('recordReadBack', () => {
  it('makes the delivery of the verified send delivered', async ({ world }) => {
    const taken = await world.looking()
    expect(await recordReadBack(world.database, { ...taken, ...aShownGrade })).toBe(true)
    expect(await recordReadBack(world.database, { ...taken, ...aShownGrade })).toBe(false)
    expect(await findDelivery(world.database, taken.deliveryId)).toMatchObject({
      state: 'delivered',
      confirmedBy: 'read_back',
      sends: [{ number: 1, outcome: 'delivered' }],
      upstream: aShownGrade.shown,
      standing: 'ours',
    })
    expect(
      await world.one(
        "SELECT standing_verification_at - delivered_at = upstream_at - delivered_at + interval '10 minutes' AS later FROM delivery WHERE id = $1",
        [taken.deliveryId],
      ),
    ).toEqual({ later: true })
    expect((await world.stepsOf(taken.deliveryId)).at(-1)).toBe('read_back ambiguous→delivered')
  })

  it('has no effect on another send, or under another verification', async ({ world }) => {
    const taken = await world.looking()
    expect(await recordReadBack(world.database, { ...taken, ...aShownGrade, sendNumber: 2 })).toBe(false)
    expect(await recordReadBack(world.database, { ...taken, ...aShownGrade, verificationEpoch: 2 })).toBe(false)
    expect(await world.stateOf(taken.deliveryId)).toBe('ambiguous')
    await world.settle(taken.deliveryId)
  })
})

describe('recordVerification', () => {
  it('records the seen grade, and does not change the state', async ({ world }) => {
    const taken = await world.looking()
    expect(await recordVerification(world.database, { ...taken, seen })).toBe(true)
    expect(await findDelivery(world.database, taken.deliveryId)).toMatchObject({
      state: 'ambiguous',
      seenUpstream: { at: expect.any(String), grade: 3, gradingTime: seen.gradingTime },
    })
    await world.age(taken.deliveryId, 60)
    const next = await world.leaseNext()
    if (next === null) throw new Error('no verification')
    await recordVerification(world.database, { ...next, seen: null })
    expect(await findDelivery(world.database, taken.deliveryId)).toMatchObject({
      state: 'ambiguous',
      seenUpstream: { grade: 3 },
    })
    expect(
      await world.one('SELECT seen_grading_time, seen_grader_id::int FROM delivery WHERE id = $1', [taken.deliveryId]),
    ).toEqual({ seen_grading_time: seen.gradingTime, seen_grader_id: 7 })
    expect((await world.stepsOf(taken.deliveryId)).slice(-2)).toEqual([
      'verified ambiguous→ambiguous',
      'verification_failed ambiguous→ambiguous',
    ])
    await world.settle(taken.deliveryId)
  })
})

async function openWorld() {
  const grading = await openGrading()
  const { database, sent, age } = grading
  const leaseNext = (leaseS = 30) => leaseVerification(database, { leaseS })
  /** An ambiguous delivery whose verification is due, and the lease of that verification. */
  async function looking() {
    const mine = await sent('ambiguous')
    await age(mine.deliveryId, 10)
    const taken = await leaseNext()
    if (taken?.deliveryId !== mine.deliveryId) throw new Error('something else was to be looked at')
    return { ...mine, ...taken }
  }
  const settle = (deliveryId: string) => grading.resolve(deliveryId, 'delivered')
  return { ...grading, leaseNext, looking, settle }
}

type World = Awaited<ReturnType<typeof openWorld>>
const seen = { grade: 3, gradingTime: '2026-11-20T10:00:00Z', graderId: 7 }
