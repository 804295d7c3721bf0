import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { openGrading } from '../testing/a-delivery.ts'
import { refuseBeforeStart, returnToPending } from './before-start-queries.ts'
import { listDeliveryEvents } from './delivery-views.ts'
import { leaseVerification, recordVerification } from './verification-queries.ts'
import { startSend } from './start-send.ts'
import { releaseDelivery } from './release-delivery.ts'
import { resolveDelivery } from './resolve-delivery.ts'

const grading = await openGrading()
const { database, frontend, resolve, ended, stateOf, courseId } = grading
afterAll(() => grading.close())

/** Sets the settle time until the end of the test. */
async function withSettleTime(settleS: number): Promise<void> {
  await grading.setSettleTime(settleS)
  onTestFinished(() => grading.setSettleTime(0))
}

describe('resolveDelivery', () => {
  it.each(['delivered', 'send_again', 'cancelled'] as const)(
    'resolves an ambiguous delivery as %s, and records the teacher and the reason',
    async (as) => {
      const { deliveryId } = await ended('ambiguous')
      const state = as === 'send_again' ? 'pending' : as
      const request = { deliveryId, courseId, as, reason: 'Looked at it: nothing there', byUserId: 101 }
      expect(await frontend.transaction((tx) => resolveDelivery(tx, request))).toEqual({ outcome: 'resolved', state })
      expect((await listDeliveryEvents(frontend, deliveryId)).at(-1)).toEqual({
        at: expect.any(String),
        event: `resolved_${as}`,
        fromState: 'ambiguous',
        toState: state,
        sendNumber: 1,
        kind: as === 'cancelled' ? 'timeout' : null,
        byUserId: 101,
        reason: request.reason,
      })
      expect(
        await grading.one('SELECT resolved_as, outcome FROM delivery_send WHERE delivery_id = $1', [deliveryId]),
      ).toEqual({ resolved_as: as, outcome: 'ambiguous' })
    },
  )

  it('gives a delivery that is sent again the next send number, under which a send can start', async () => {
    const { deliveryId } = await ended('ambiguous')
    await resolve(deliveryId, 'send_again')
    const again = await grading.leaseOf(deliveryId)
    expect(again).toMatchObject({ deliveryId, epoch: 2, sendNumber: 2, mayOverwrite: null })
    expect(await startSend(database, { deliveryId, epoch: 2, openLeaseS: 65 })).toBe(true)
  })

  it('resets the failures of a delivery that is sent again, so that the delivery is not given up at once', async () => {
    const failing = await grading.leased()
    const { deliveryId } = failing
    await returnToPending(database, { ...failing, kind: 'unreachable', delayMs: 0, isFailure: true })
    await grading.age(deliveryId, 73 * 3600)
    await refuseBeforeStart(database, { ...(await grading.leaseOf(deliveryId)), kind: 'never_sent', seen: null })
    await resolve(deliveryId, 'send_again')
    expect(await grading.leaseOf(deliveryId)).toMatchObject({ failures: 0, failingForMs: 0 })
  })

  it('allows a refused delivery to overwrite the grade that was seen, and only that grade, until it is refused again', async () => {
    const mine = await grading.leased()
    const seen = { grade: 3, gradingTime: '2026-11-20T10:00:00Z', graderId: 7 }
    await refuseBeforeStart(database, { ...mine, kind: 'graded_elsewhere', seen })
    expect(await resolve(mine.deliveryId, 'send_again')).toEqual({ outcome: 'resolved', state: 'pending' })
    const again = await grading.leaseOf(mine.deliveryId)
    expect(again).toMatchObject({ deliveryId: mine.deliveryId, sendNumber: 2, mayOverwrite: seen })
    await refuseBeforeStart(database, {
      deliveryId: mine.deliveryId,
      epoch: 2,
      kind: 'verification_refused',
      seen: null,
    })
    await resolve(mine.deliveryId, 'send_again')
    expect(await grading.leaseOf(mine.deliveryId)).toMatchObject({ sendNumber: 3, mayOverwrite: null })
  })

  it('allows an ambiguous delivery to overwrite no grade, since a verification may have seen one that the person did not see', async () => {
    const { deliveryId } = await ended('ambiguous')
    await grading.age(deliveryId, 10)
    const verification = await leaseVerification(database, { leaseS: 30 })
    if (verification?.deliveryId !== deliveryId) throw new Error('another delivery was to be verified')
    await recordVerification(database, {
      ...verification,
      seen: { grade: 9, gradingTime: '2026-11-20T10:00:00Z', graderId: 7 },
    })
    await resolve(deliveryId, 'send_again')
    expect(await grading.leaseOf(deliveryId)).toMatchObject({ sendNumber: 2, mayOverwrite: null })
  })

  it('rejects send_again and cancelled with retryAfterS while the send may be in flight, and accepts delivered at once', async () => {
    const { deliveryId } = await ended('ambiguous')
    await grading.age(deliveryId, 120)
    await withSettleTime(180)
    for (const as of ['send_again', 'cancelled'] as const) {
      const early = await resolve(deliveryId, as)
      expect(early).toEqual({
        outcome: 'not_in_state',
        state: 'ambiguous',
        retryAfterS: expect.toSatisfy((seconds: number) => Number.isInteger(seconds) && seconds > 0 && seconds <= 60),
      })
    }
    await grading.age(deliveryId, 60)
    expect(await resolve(deliveryId, 'cancelled')).toEqual({ outcome: 'resolved', state: 'cancelled' })
    expect(await resolve((await ended('ambiguous')).deliveryId, 'delivered')).toEqual({
      outcome: 'resolved',
      state: 'delivered',
    })
  })

  it('rejects delivered for a refused delivery, which may be cancelled at once', async () => {
    await withSettleTime(180)
    const { deliveryId } = await ended('refused')
    expect(await resolve(deliveryId, 'delivered')).toEqual({
      outcome: 'not_in_state',
      state: 'refused',
      retryAfterS: null,
    })
    expect(await resolve(deliveryId, 'cancelled')).toEqual({ outcome: 'resolved', state: 'cancelled' })
  })

  it('rejects every decision on a delivery in any other state, and writes nothing', async () => {
    const made = {
      held: await grading.held(),
      delivered: (await ended('delivered')).deliveryId,
      leased: (await grading.leased()).deliveryId,
      open: (await grading.open()).deliveryId,
      pending: await grading.pending(),
    }
    for (const deliveryId of Object.values(made)) {
      const before = [await stateOf(deliveryId), await grading.stepsOf(deliveryId)]
      for (const as of ['delivered', 'send_again', 'cancelled'] as const) {
        expect(await resolve(deliveryId, as)).toEqual({ outcome: 'not_in_state', state: before[0], retryAfterS: null })
      }
      expect([await stateOf(deliveryId), await grading.stepsOf(deliveryId)]).toEqual(before)
    }
  })

  it("finds only deliveries of the teacher's course, and for an operator those of every course", async () => {
    const { deliveryId } = await ended('ambiguous')
    const request = { deliveryId, as: 'delivered', reason: 'r', byUserId: 101 } as const
    expect(await frontend.transaction((tx) => resolveDelivery(tx, { ...request, courseId: courseId + 1 }))).toEqual({
      outcome: 'not_found',
    })
    expect(
      await frontend.transaction((tx) => resolveDelivery(tx, { ...request, courseId, deliveryId: randomUUID() })),
    ).toEqual({ outcome: 'not_found' })
    expect(
      await database.transaction((tx) => resolveDelivery(tx, { ...request, courseId: null, byUserId: null })),
    ).toMatchObject({ outcome: 'resolved' })
  })

  it('records exactly one of twenty decisions at the same time', async () => {
    const { deliveryId } = await ended('ambiguous')
    const decisions = ['delivered', 'cancelled'] as const
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) => resolve(deliveryId, decisions[index % 2] ?? 'delivered')),
    )
    expect(outcomes.filter(({ outcome }) => outcome === 'resolved')).toHaveLength(1)
    expect((await grading.stepsOf(deliveryId)).filter((step) => step.startsWith('resolved'))).toHaveLength(1)
  })
})

describe('resolveDelivery, while another person decides', () => {
  it("waits for the other person's decision, and is then rejected", async () => {
    const { deliveryId } = await ended('ambiguous')
    const second = Promise.withResolvers<unknown>()
    await database.transaction(async (tx) => {
      await resolveDelivery(tx, { deliveryId, courseId, as: 'delivered', reason: 'seen', byUserId: 101 })
      resolve(deliveryId, 'cancelled').then(second.resolve, second.reject)
      await expect.poll(grading.somebodyWaits).toBe(true)
    })
    expect(await second.promise).toEqual({ outcome: 'not_in_state', state: 'delivered', retryAfterS: null })
    expect((await grading.stepsOf(deliveryId)).at(-1)).toBe('resolved_delivered ambiguous→delivered')
  })
})

describe('releaseDelivery', () => {
  const release = (deliveryId: string, course: number | null = courseId) =>
    releaseDelivery(frontend, { deliveryId, courseId: course, byUserId: 101 })

  it('makes a held delivery pending, and only once', async () => {
    const id = await grading.complete(await grading.registered(), 'held', { isReleased: true })
    expect(await release(id, courseId + 1)).toEqual({ outcome: 'not_found' })
    expect([await release(id), await release(id)]).toEqual([
      { outcome: 'released' },
      { outcome: 'not_in_state', state: 'pending' },
    ])
    expect(await grading.stepsOf(id)).toEqual(['created →held', 'released held→pending'])
    expect((await grading.leaseOf(id)).epoch).toBe(1)
  })

  it('releases no delivery in another state', async () => {
    for (const outcome of ['delivered', 'refused', 'ambiguous'] as const) {
      const { deliveryId } = await ended(outcome)
      expect(await release(deliveryId)).toEqual({ outcome: 'not_in_state', state: outcome })
    }
  })
})
