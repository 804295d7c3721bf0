import { afterAll, describe, expect, it } from 'vitest'
import { openGrading } from '../testing/a-delivery.ts'
import { findDelivery } from './delivery-views.ts'
import { recordVerifiedAfter } from './standing-queries.ts'
import { leaseVerification, recordStandingCancelled, recordVerification } from './verification-queries.ts'

const grading = await openGrading()
const { database, owner, ended, resolve, pending, stepsOf } = grading
afterAll(() => grading.close())

const leaseNext = () => leaseVerification(database, { leaseS: 30 })
const standing = { grade: 7, gradingTime: '2026-11-20T10:00:00Z', graderId: null }
const found = { foundNumber: 1, shown: { status: 'ready', grade: 7, latePenalty: null }, standing } as const
/** Cancels it as reopening its assessment does. */
const reopen = (deliveryId: string) =>
  owner.query(
    `UPDATE delivery SET state = 'cancelled', cancelled_as = 'reopened', cancelled_at = clock_timestamp(), refused_at = NULL,
      not_before = NULL WHERE id = $1`,
    [deliveryId],
  )
const nextIn = async (deliveryId: string) =>
  (
    await grading.one<{ in_s: number | null }>(
      'SELECT extract(epoch FROM next_verification_at - clock_timestamp())::float8 AS in_s FROM delivery WHERE id = $1',
      [deliveryId],
    )
  )?.in_s
const verifyNow = (deliveryId: string) =>
  owner.query('UPDATE delivery SET next_verification_at = clock_timestamp() WHERE id = $1', [deliveryId])

/** A delivery that was sent again after an unclear send, and then cancelled, with the lease of its verification. */
async function cancelled() {
  const { deliveryId, submissionId } = await ended('ambiguous')
  await resolve(deliveryId, 'send_again')
  await reopen(deliveryId)
  await verifyNow(deliveryId)
  const lease = await leaseNext()
  if (lease?.deliveryId !== deliveryId) throw new Error('something else was to be verified')
  return { ...lease, submissionId }
}

describe('a cancelled delivery', () => {
  it.each<[what: string, make: () => Promise<string>, isVerified: boolean]>([
    [
      'was sent again after an unclear send',
      async () => {
        const { deliveryId } = await ended('ambiguous')
        await resolve(deliveryId, 'send_again')
        await reopen(deliveryId)
        return deliveryId
      },
      true,
    ],
    [
      'was refused after an unclear send',
      async () => {
        const { deliveryId } = await ended('ambiguous')
        await resolve(deliveryId, 'send_again')
        await grading.put(deliveryId, 'cancelled')
        return deliveryId
      },
      true,
    ],
    [
      'a person cancelled after an unclear send',
      async () => {
        const { deliveryId } = await ended('ambiguous')
        await resolve(deliveryId, 'cancelled')
        return deliveryId
      },
      true,
    ],
    [
      'was refused',
      async () => {
        const { deliveryId } = await ended('refused')
        await reopen(deliveryId)
        return deliveryId
      },
      false,
    ],
    [
      'was never sent',
      async () => {
        const deliveryId = await pending()
        await reopen(deliveryId)
        return deliveryId
      },
      false,
    ],
  ])('that %s is verified after ten seconds only if a send may have arrived', async (_what, make, isVerified) => {
    const deliveryId = await make()
    const next = await nextIn(deliveryId)
    expect(isVerified ? Math.round((next ?? 0) / 10) : next).toBe(isVerified ? 1 : null)
    await owner.query('UPDATE delivery SET next_verification_at = NULL WHERE id = $1', [deliveryId])
  })

  it('stays cancelled where its grade stands upstream, and shows what stands', async () => {
    const { deliveryId, ...lease } = await cancelled()
    expect(lease.state).toBe('cancelled')
    expect(await recordStandingCancelled(database, { deliveryId, ...lease, ...found })).toBe(true)
    expect(await findDelivery(database, deliveryId)).toMatchObject({
      state: 'cancelled',
      upstream: { status: 'ready', grade: 7 },
      standing: 'ours',
      sends: [{ number: 1, outcome: 'delivered' }],
    })
    expect([await nextIn(deliveryId), (await stepsOf(deliveryId)).at(-1)]).toEqual([
      null,
      'read_back cancelled→cancelled',
    ])
    expect(await recordStandingCancelled(database, { deliveryId, ...lease, ...found, verificationEpoch: 0 })).toBe(
      false,
    )
  })

  it('is changed already if a person graded after it had arrived', async () => {
    const { deliveryId, ...lease } = await cancelled()
    const byPerson = { ...found, standing: { ...standing, graderId: 7 } }
    await recordStandingCancelled(database, { deliveryId, ...lease, ...byPerson })
    expect(await findDelivery(database, deliveryId)).toMatchObject({ upstream: { grade: 7 }, standing: 'changed' })
  })

  it('is verified four times if its grade is not found', async () => {
    const { deliveryId, ...lease } = await cancelled()
    const nexts: unknown[] = []
    for (let epoch = lease.verificationEpoch; epoch < lease.verificationEpoch + 4; epoch += 1) {
      await recordVerification(database, { deliveryId, ...lease, verificationEpoch: epoch, seen: standing })
      nexts.push((await nextIn(deliveryId)) ?? null)
      if (nexts.at(-1) !== null) await verifyNow(deliveryId)
      await leaseNext()
    }
    expect(nexts).toEqual([expect.closeTo(60, -1), expect.closeTo(600, -1), expect.closeTo(3600, -1), null])
    expect(await findDelivery(database, deliveryId)).toMatchObject({ state: 'cancelled', standing: 'unknown' })
  })

  it('that was found leaves the standing of an earlier delivery unknown', async () => {
    const earlier = await ended('delivered')
    await recordVerifiedAfter(database, { ...earlier, ...found })
    await grading.withdraw(earlier.submissionId)
    const deliveryId = await grading.complete(earlier.submissionId, 'pending')
    await grading.put(deliveryId, 'ambiguous')
    await resolve(deliveryId, 'cancelled')
    await verifyNow(deliveryId)
    const lease = await leaseNext()
    if (lease !== null) await recordStandingCancelled(database, { ...lease, ...found })
    const standingOf = async (id: string) => (await findDelivery(database, id))?.standing
    expect([await standingOf(earlier.deliveryId), await standingOf(deliveryId)]).toEqual(['unknown', 'ours'])
  })
})
