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
