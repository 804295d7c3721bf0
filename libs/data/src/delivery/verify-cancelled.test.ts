import { describe, expect } from 'vitest'
import { findDelivery } from './delivery-views.ts'
import { recordVerifiedAfter } from './standing-queries.ts'
import { leaseVerification, recordStandingCancelled, recordVerification } from './verification-queries.ts'
import { openGrading, testIn } from '../testing/a-delivery.ts'

const it = testIn(openWorld)

describe('a cancelled delivery', () => {
  it.for<[what: string, sent: 'ambiguous' | 'refused' | null, end: End, isVerified: boolean]>([
    [
      'was sent again after an unclear send',
      'ambiguous',
      async (world, id) => {
        await world.resolve(id, 'send_again')
        await world.cancelAsReopened(id)
      },
      true,
    ],
    [
      'was refused after an unclear send',
      'ambiguous',
      async (world, id) => {
        await world.resolve(id, 'send_again')
        await world.bringTo(id, 'cancelled')
      },
      true,
    ],
    ['a person cancelled after an unclear send', 'ambiguous', (world, id) => world.resolve(id, 'cancelled'), true],
    ['was refused', 'refused', (world, id) => world.cancelAsReopened(id), false],
    ['was never sent', null, (world, id) => world.cancelAsReopened(id), false],
  ])(
    'that %s is verified after ten seconds only if a send may have arrived',
    async ([_what, sent, end, isVerified], { world }) => {
      const deliveryId = sent === null ? await world.pending() : (await world.sent(sent)).deliveryId
      await end(world, deliveryId)
      const next = await world.nextIn(deliveryId)
      expect(isVerified ? Math.round((next ?? 0) / 10) : next).toBe(isVerified ? 1 : null)
      await world.owner.query('UPDATE delivery SET next_verification_at = NULL WHERE id = $1', [deliveryId])
    },
  )

  it('stays cancelled where its grade stands upstream, and shows what stands', async ({ world }) => {
    const { deliveryId, ...lease } = await world.cancelled()
    expect(lease.state).toBe('cancelled')
    expect(await recordStandingCancelled(world.database, { deliveryId, ...lease, ...found })).toBe(true)
    expect(await findDelivery(world.database, deliveryId)).toMatchObject({
      state: 'cancelled',
      upstream: { status: 'ready', grade: 7 },
      standing: 'ours',
      sends: [{ number: 1, outcome: 'delivered' }],
    })
    expect(await world.nextIn(deliveryId)).toBeNull()
    expect((await world.stepsOf(deliveryId)).at(-1)).toBe('read_back cancelled→cancelled')
    expect(
      await recordStandingCancelled(world.database, { deliveryId, ...lease, ...found, verificationEpoch: 0 }),
    ).toBe(false)
  })

  it('is changed already if a person graded after it had arrived', async ({ world }) => {
    const { deliveryId, ...lease } = await world.cancelled()
    await recordStandingCancelled(world.database, { deliveryId, ...lease, ...found, standing: null })
    expect(await findDelivery(world.database, deliveryId)).toMatchObject({
      upstream: { grade: 7 },
      standing: 'changed',
    })
  })

  it('is verified four times if its grade is not found', async ({ world }) => {
    const { deliveryId, ...lease } = await world.cancelled()
    const nexts: unknown[] = []
    for (let epoch = lease.verificationEpoch; epoch < lease.verificationEpoch + 4; epoch += 1) {
      await recordVerification(world.database, { deliveryId, ...lease, verificationEpoch: epoch, seen: standing })
      nexts.push((await world.nextIn(deliveryId)) ?? null)
      if (nexts.at(-1) !== null) await world.verifyNow(deliveryId)
      await world.leaseNext()
    }
    expect(nexts).toEqual([expect.closeTo(60, -1), expect.closeTo(600, -1), expect.closeTo(3600, -1), null])
    expect(await findDelivery(world.database, deliveryId)).toMatchObject({ state: 'cancelled', standing: 'unknown' })
  })

  it('that was found leaves the standing of an earlier delivery unknown', async ({ world }) => {
    const earlier = await world.sent('delivered')
    await recordVerifiedAfter(world.database, { ...earlier, ...found })
    await world.reopen(earlier.submissionId)
    const deliveryId = await world.complete(earlier.submissionId, 'pending')
    await world.bringTo(deliveryId, 'ambiguous')
    await world.resolve(deliveryId, 'cancelled')
    await world.verifyNow(deliveryId)
    const lease = await world.leaseNext()
    if (lease !== null) await recordStandingCancelled(world.database, { ...lease, ...found })
    const standingOf = async (id: string) => (await findDelivery(world.database, id))?.standing
    expect([await standingOf(earlier.deliveryId), await standingOf(deliveryId)]).toEqual(['unknown', 'ours'])
  })
})

async function openWorld() {
  const grading = await openGrading()
  const { database, owner, sent, resolve } = grading
  const leaseNext = () => leaseVerification(database, { leaseS: 30 })
  /** Cancels it as reopening its assessment does. */
  const cancelAsReopened = (deliveryId: string) =>
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
    const { deliveryId, submissionId } = await sent('ambiguous')
    await resolve(deliveryId, 'send_again')
    await cancelAsReopened(deliveryId)
    await verifyNow(deliveryId)
    const lease = await leaseNext()
    if (lease?.deliveryId !== deliveryId) throw new Error('something else was to be verified')
    return { ...lease, submissionId }
  }
  return { ...grading, leaseNext, cancelAsReopened, nextIn, verifyNow, cancelled }
}

type End = (world: Awaited<ReturnType<typeof openWorld>>, deliveryId: string) => Promise<unknown>
const standing = { grade: 7, gradingTime: '2026-11-20T10:00:00Z', graderId: null }
const found = { foundNumber: 1, shown: { status: 'ready', grade: 7, latePenalty: null }, standing } as const
