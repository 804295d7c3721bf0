import { describe, expect } from 'vitest'
import { refuseBeforeStart, returnToPending } from './before-start-queries.ts'
import { leaseVerification, recordVerification } from './verification-queries.ts'
import { releaseDelivery } from './release-delivery.ts'
import { recordResolution } from './resolve-delivery.ts'
import { openGrading, testIn } from '../testing/a-delivery.ts'

const it = testIn(openWorld)

describe('recordResolution', () => {
  it('resets the failures of a delivery that is sent again, so that the delivery is not given up at once', async ({
    world,
  }) => {
    const failing = await world.leased()
    const { deliveryId } = failing
    await returnToPending(world.database, { ...failing, kind: 'unreachable', delayMs: 0, isFailure: true })
    await world.age(deliveryId, 73 * 3600)
    await refuseBeforeStart(world.database, {
      ...(await world.leaseOf(deliveryId)),
      kind: 'never_sent',
      seen: null,
      status: null,
    })
    await world.resolve(deliveryId, 'send_again')
    expect(await world.leaseOf(deliveryId)).toMatchObject({ failures: 0, failingForMs: 0 })
  })

  it('allows a refused delivery to overwrite the grade that was seen, and only that grade, until it is refused again', async ({
    world,
  }) => {
    const mine = await world.leased()
    const seen = { grade: 3, gradingTime: '2026-11-20T10:00:00Z', graderId: 7 }
    await refuseBeforeStart(world.database, { ...mine, kind: 'graded_elsewhere', seen, status: null })
    expect(await world.resolve(mine.deliveryId, 'send_again')).toEqual({ outcome: 'resolved', state: 'pending' })
    const again = await world.leaseOf(mine.deliveryId)
    expect(again).toMatchObject({ deliveryId: mine.deliveryId, sendNumber: 2, mayOverwrite: seen })
    await refuseBeforeStart(world.database, {
      deliveryId: mine.deliveryId,
      epoch: 2,
      kind: 'verification_refused',
      seen: null,
      status: 404,
    })
    await world.resolve(mine.deliveryId, 'send_again')
    expect(await world.leaseOf(mine.deliveryId)).toMatchObject({ sendNumber: 3, mayOverwrite: null })
  })

  it('allows an ambiguous delivery to overwrite no grade, since a verification may have seen one that the person did not see', async ({
    world,
  }) => {
    const { deliveryId } = await world.sent('ambiguous')
    await world.age(deliveryId, 10)
    const verification = await leaseVerification(world.database, { leaseS: 30 })
    if (verification?.deliveryId !== deliveryId) throw new Error('another delivery was to be verified')
    await recordVerification(world.database, {
      ...verification,
      seen: { grade: 9, gradingTime: '2026-11-20T10:00:00Z', graderId: 7 },
    })
    await world.resolve(deliveryId, 'send_again')
    expect(await world.leaseOf(deliveryId)).toMatchObject({ sendNumber: 2, mayOverwrite: null })
  })

  it('records exactly one of twenty decisions at the same time', async ({ world }) => {
    const { deliveryId } = await world.sent('ambiguous')
    const decisions = ['delivered', 'cancelled'] as const
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) => world.resolve(deliveryId, decisions[index % 2] ?? 'delivered')),
    )
    expect(outcomes.filter(({ outcome }) => outcome === 'resolved')).toHaveLength(1)
    expect((await world.stepsOf(deliveryId)).filter((step) => step.startsWith('resolved'))).toHaveLength(1)
  })
})

describe('recordResolution, while another person decides', () => {
  it("waits for the other person's decision, and is then rejected", async ({ world }) => {
    const { deliveryId } = await world.sent('ambiguous')
    const second = Promise.withResolvers<unknown>()
    await world.database.transaction(async (tx) => {
      await recordResolution(tx, {
        deliveryId,
        courseId: world.courseId,
        as: 'delivered',
        reason: 'seen',
        byUserId: 101,
      })
      world.resolve(deliveryId, 'cancelled').then(second.resolve, second.reject)
      await expect.poll(world.somebodyWaits).toBe(true)
    })
    expect(await second.promise).toEqual({ outcome: 'not_in_state', state: 'delivered', retryAfterS: null })
    expect((await world.stepsOf(deliveryId)).at(-1)).toBe('resolved_delivered ambiguous→delivered')
  })
})

describe('releaseDelivery', () => {
  it('makes a held delivery pending, and only once', async ({ world }) => {
    const id = await world.complete(await world.registered(), 'held', { isReleased: true })
    expect(await world.release(id, world.courseId + 1)).toEqual({ outcome: 'not_found' })
    expect(await world.release(id)).toEqual({ outcome: 'released' })
    expect(await world.release(id)).toEqual({ outcome: 'not_in_state', state: 'pending' })
    expect(await world.stepsOf(id)).toEqual(['created →held', 'released held→pending'])
    expect((await world.leaseOf(id)).epoch).toBe(1)
  })

  it('releases no delivery in another state', async ({ world }) => {
    for (const outcome of ['delivered', 'refused', 'ambiguous'] as const) {
      const { deliveryId } = await world.sent(outcome)
      expect(await world.release(deliveryId)).toEqual({ outcome: 'not_in_state', state: outcome })
    }
  })
})

async function openWorld() {
  const grading = await openGrading()
  const { courseId, frontend } = grading
  const release = (deliveryId: string, course: number | null = courseId) =>
    frontend.transaction((tx) => releaseDelivery(tx, { deliveryId, courseId: course, byUserId: 101 }))
  return { ...grading, release }
}
