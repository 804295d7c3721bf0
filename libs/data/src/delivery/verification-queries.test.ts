import { afterAll, describe, expect, it } from 'vitest'
import { aRecord, openGrading } from '../testing/a-delivery.ts'
import { holdDeliveries, resumeDeliveries } from './delivery-control-queries.ts'
import { findDelivery } from './delivery-views.ts'
import type { LeasedDelivery } from './lease-delivery.ts'
import { leaseVerification, recordVerification, recordReadBack } from './verification-queries.ts'
import { startSend } from './start-send.ts'
import { reapExpiredLeases } from './reap-expired-leases.ts'
import { recordOutcome } from './record-outcome.ts'

const grading = await openGrading()
const { database, ended, age, stateOf } = grading
afterAll(() => grading.close())
const leaseNext = (leaseS = 30) => leaseVerification(database, { leaseS })
const seen = { grade: 3, gradingTime: '2026-11-20T10:00:00Z', graderId: 7 }

/** An ambiguous delivery whose verification is due, and the lease of that verification. */
async function looking() {
  const mine = await ended('ambiguous')
  await age(mine.deliveryId, 10)
  const taken = await leaseNext()
  if (taken?.deliveryId !== mine.deliveryId) throw new Error('something else was to be looked at')
  return { ...mine, ...taken }
}

const settle = (deliveryId: string) => grading.resolve(deliveryId, 'delivered')

describe('leaseVerification', () => {
  it('returns a delivery 10 s after it became ambiguous, to one worker at a time', async () => {
    const { deliveryId, submissionId } = await ended('ambiguous')
    await age(deliveryId, 8)
    expect(await leaseNext()).toBeNull()
    await age(deliveryId, 2)
    expect([await leaseNext(), await leaseNext()]).toEqual([
      {
        state: 'ambiguous',
        deliveryId,
        sendNumber: 1,
        verificationEpoch: 1,
        submissionId,
        courseId: grading.courseId,
        exerciseId: 11,
        capability: { sealedUrl: expect.any(Buffer), keyId: 'k-1' },
      },
      null,
    ])
    await age(deliveryId, 31)
    expect(await leaseNext()).toMatchObject({ deliveryId, verificationEpoch: 2 })
    await settle(deliveryId)
  })

  it('returns nothing during a hold', async () => {
    const { deliveryId } = await ended('ambiguous')
    await age(deliveryId, 10)
    await holdDeliveries(database, { reason: 'restored' })
    expect(await leaseNext()).toBeNull()
    await resumeDeliveries(database)
    expect(await leaseNext()).toMatchObject({ deliveryId })
    await settle(deliveryId)
  })

  it('returns a delivery after 10 s, 1 min, 10 min and 1 h, and not again', async () => {
    const { deliveryId } = await ended('ambiguous')
    // The seconds that a busy machine may need for a query.
    const patienceS = 8
    for (const after of [10, 50, 540, 3_000]) {
      await age(deliveryId, after - patienceS)
      expect(await leaseNext()).toBeNull()
      await age(deliveryId, patienceS)
      const taken = await leaseNext()
      if (taken === null) throw new Error(`no verification ${after} s after the one before`)
      expect(await recordVerification(database, { ...taken, seen: null })).toBe(true)
    }
    await age(deliveryId, 1_000_000)
    expect([await leaseNext(), await stateOf(deliveryId)]).toEqual([null, 'ambiguous'])
  })

  it('repeats missed verifications one after the other, not at once', async () => {
    const { deliveryId } = await ended('ambiguous')
    await age(deliveryId, 700)
    for (const _ of [10, 60, 600]) {
      const taken = await leaseNext()
      if (taken === null) throw new Error('no verification')
      await recordVerification(database, { ...taken, seen: null })
    }
    expect(await leaseNext()).toBeNull()
    await settle(deliveryId)
  })

  it.each<[string, (again: LeasedDelivery) => Promise<unknown>]>([
    ['was recorded', (again) => recordOutcome(database, { ...again, ...aRecord, outcome: 'ambiguous' })],
    [
      'was found by the reaper',
      async (again) => {
        await age(again.deliveryId, 66)
        await reapExpiredLeases(database)
      },
    ],
  ])('returns each ambiguous send four times, whether it %s', async (_, becomeAmbiguous) => {
    const { deliveryId } = await ended('ambiguous')
    const verificationsLeft = async () => {
      await age(deliveryId, 1_000_000)
      let count = 0
      for (let taken = await leaseNext(); taken !== null; taken = await leaseNext()) {
        await recordVerification(database, { ...taken, seen: null })
        count += 1
      }
      return count
    }
    expect(await verificationsLeft()).toBe(4)
    await grading.resolve(deliveryId, 'send_again')
    const again = await grading.leaseOf(deliveryId)
    await startSend(database, { ...again, openLeaseS: 65 })
    await becomeAmbiguous(again)
    expect([await stateOf(deliveryId), await verificationsLeft()]).toEqual(['ambiguous', 4])
  })

  it.each([
    ['erased', 'sealed_url = NULL'],
    ['deleted', 'sealed_url = NULL, deleted_at = now()'],
    ['over', "registered_at = now() - interval '2 days', expires_at = now() - interval '1 day'"],
  ])('returns no capability if it was %s', async (_, change) => {
    const { deliveryId, submissionId } = await ended('ambiguous')
    await grading.owner.query(`UPDATE capability SET ${change} WHERE submission_id = $1`, [submissionId])
    await age(deliveryId, 10)
    expect(await leaseNext()).toMatchObject({ deliveryId, capability: null })
    await settle(deliveryId)
  })
})

describe('recordReadBack', () => {
  it('makes the delivery of the verified send delivered', async () => {
    const taken = await looking()
    expect([await recordReadBack(database, taken), await recordReadBack(database, taken)]).toEqual([true, false])
    expect(await findDelivery(database, taken.deliveryId)).toMatchObject({
      state: 'delivered',
      confirmedBy: 'read_back',
      sends: [{ number: 1, outcome: 'delivered' }],
    })
    expect((await grading.stepsOf(taken.deliveryId)).at(-1)).toBe('read_back ambiguous→delivered')
  })

  it('has no effect on another send, or under another verification', async () => {
    const taken = await looking()
    expect([
      await recordReadBack(database, { ...taken, sendNumber: 2 }),
      await recordReadBack(database, { ...taken, verificationEpoch: 2 }),
      await stateOf(taken.deliveryId),
    ]).toEqual([false, false, 'ambiguous'])
    await settle(taken.deliveryId)
  })
})

describe('recordVerification', () => {
  it('records the seen grade, and does not change the state', async () => {
    const taken = await looking()
    expect(await recordVerification(database, { ...taken, seen })).toBe(true)
    expect(await findDelivery(database, taken.deliveryId)).toMatchObject({
      state: 'ambiguous',
      seenUpstream: { at: expect.any(String), grade: 3, gradingTime: seen.gradingTime },
    })
    await age(taken.deliveryId, 60)
    const next = await leaseNext()
    if (next === null) throw new Error('no verification')
    await recordVerification(database, { ...next, seen: null })
    expect(await findDelivery(database, taken.deliveryId)).toMatchObject({
      state: 'ambiguous',
      seenUpstream: { grade: 3 },
    })
    expect(
      await grading.one('SELECT seen_grading_time, seen_grader_id::int FROM delivery WHERE id = $1', [
        taken.deliveryId,
      ]),
    ).toEqual({ seen_grading_time: seen.gradingTime, seen_grader_id: 7 })
    expect((await grading.stepsOf(taken.deliveryId)).slice(-2)).toEqual([
      'verified ambiguous→ambiguous',
      'verification_failed ambiguous→ambiguous',
    ])
    await settle(taken.deliveryId)
  })
})
