import { describe, expect } from 'vitest'
import { openGrading, testIn } from '../testing/a-delivery.ts'
import { findDelivery } from './delivery-views.ts'
import { leaseStandingVerification, listStandings, recordVerifiedAfter } from './standing-queries.ts'
import {
  type ListedGrade,
  recordListedGrades,
  recordShownUpstream,
  repeatVerificationAfter,
} from './unverified-sends.ts'

const it = testIn(openWorld)

describe('the verification after a delivered send, as long as it fails', () => {
  it('is made again after ten minutes, an hour and a day, and then no more', async ({ world }) => {
    const { deliveryId } = await world.sent('delivered')
    const waits = [await world.waitOf(deliveryId)]
    for (let count = 0; count < 3; count += 1) {
      await repeatVerificationAfter(world.database, deliveryId)
      waits.push(await world.waitOf(deliveryId))
    }
    expect(waits).toEqual([600, 3_600, 86_400, null])
  })

  it('is made at once after a person called the grade delivered, and then as after a send', async ({ world }) => {
    const { deliveryId } = await world.sent('ambiguous')
    await world.resolve(deliveryId, 'delivered')
    const waits = [await world.waitOf(deliveryId)]
    expect(await world.leaseNext()).toMatchObject({ deliveryId, confirmedBy: 'person', isLate: false })
    for (let count = 0; count < 4; count += 1) {
      await repeatVerificationAfter(world.database, deliveryId)
      waits.push(await world.waitOf(deliveryId))
    }
    expect(waits).toEqual([0, 600, 3_600, 86_400, null])
  })

  it('is leased with what the verification before the send showed, and without a grade to compare', async ({
    world,
  }) => {
    const lease = await world.leased()
    await world.sendLeased(lease, 'delivered', { maxPoints: 10, graderId: 9 })
    await world.due(lease.deliveryId)
    expect(await world.leaseNext()).toMatchObject({
      deliveryId: lease.deliveryId,
      epoch: lease.epoch,
      sendNumber: 1,
      confirmedBy: 'answer',
      isLate: true,
      graderIdBefore: 9,
      first: null,
      overtaken: false,
    })
    await repeatVerificationAfter(world.database, lease.deliveryId)
  })

  it('is not made again for a grade that was never sent with success, or whose verification succeeded', async ({
    world,
  }) => {
    const refused = await world.sent('refused')
    const verified = await world.sent('delivered')
    await recordVerifiedAfter(world.database, { ...verified, ...ours, standing: null })
    await repeatVerificationAfter(world.database, verified.deliveryId)
    for (const { deliveryId } of [refused, verified]) expect(await world.waitOf(deliveryId)).toBeNull()
  })

  it('shows what stands there if it comes too late to say whose grade stood', async ({ world }) => {
    const mine = await world.sent('delivered')
    await recordShownUpstream(world.database, { ...mine, shown: { status: 'ready', grade: 3, latePenalty: 0.5 } })
    expect(await findDelivery(world.database, mine.deliveryId)).toMatchObject({
      upstream: { status: 'ready', grade: 3, latePenalty: 0.5 },
      standing: 'unknown',
    })
    expect(await world.waitOf(mine.deliveryId)).toBeNull()
  })
})

describe('recordShownUpstream', () => {
  it('shows nothing of a grade that was not delivered', async ({ world }) => {
    const refused = await world.sent('refused')
    await recordShownUpstream(world.database, { ...refused, shown: { status: 'ready', grade: 3, latePenalty: null } })
    expect(await findDelivery(world.database, refused.deliveryId)).toMatchObject({ upstream: null })
  })
})

describe('recordListedGrades', () => {
  it('shows what a refresh that began after the send saw, and leaves the standing unknown', async ({ world }) => {
    const { deliveryId } = await world.sent('delivered')
    await world.list([{ deliveryId, status: 'unofficial', grade: 4 }])
    expect(await findDelivery(world.database, deliveryId)).toMatchObject({
      upstream: { at: soon, status: 'unofficial', grade: 4, latePenalty: null },
      standing: 'unknown',
    })
    expect(await world.waitOf(deliveryId)).toBe(600)
  })

  it('gives way to the verification that is made again', async ({ world }) => {
    const mine = await world.sent('delivered')
    await world.list([{ deliveryId: mine.deliveryId, status: 'ready', grade: 4 }])
    expect(await recordVerifiedAfter(world.database, { ...mine, ...ours })).toBe(true)
    await world.list([{ deliveryId: mine.deliveryId, status: 'waiting', grade: 0 }])
    expect(await findDelivery(world.database, mine.deliveryId)).toMatchObject({
      upstream: { grade: 7 },
      standing: 'ours',
    })
  })

  it('keeps what a later reading showed', async ({ world }) => {
    const { deliveryId } = await world.sent('delivered')
    await world.list([{ deliveryId, status: 'ready', grade: 4 }])
    await world.list([{ deliveryId, status: 'waiting', grade: 0 }], '2026-01-01T00:00:00.000Z')
    expect(await findDelivery(world.database, deliveryId)).toMatchObject({ upstream: { grade: 4 } })
  })

  it('is only for the latest grade that may have arrived, and for one delivered before the reading began', async ({
    world,
  }) => {
    const { deliveryId, submissionId } = await world.sent('delivered')
    expect(await world.unseen(soon)).toContain(deliveryId)
    expect(await world.unseen('2026-01-01T00:00:00.000Z')).not.toContain(deliveryId)
    await world.reopen(submissionId)
    await world.bringTo(await world.complete(submissionId, 'pending'), 'ambiguous')
    expect(await world.unseen(soon)).not.toContain(deliveryId)
    await world.list([{ deliveryId, status: 'ready', grade: 4 }])
    expect(await findDelivery(world.database, deliveryId)).toMatchObject({ upstream: null })
  })
})

async function openWorld() {
  const grading = await openGrading()
  const { database, frontend, owner, courseId } = grading
  /** Seconds from the delivery to its next verification. */
  const waitOf = async (deliveryId: string) => {
    const row = await grading.one<{ wait: number | null }>(
      'SELECT round(extract(epoch FROM standing_verification_at - delivered_at))::integer AS wait FROM delivery WHERE id = $1',
      [deliveryId],
    )
    return row?.wait ?? null
  }
  const due = (deliveryId: string) =>
    owner.query('UPDATE delivery SET standing_verification_at = clock_timestamp() WHERE id = $1', [deliveryId])
  const leaseNext = () => leaseStandingVerification(database, { leaseS: 30 })
  /** As a refresh does it, with its rights. */
  const list = (grades: readonly ListedGrade[], readAt = soon) => recordListedGrades(frontend, readAt, grades)
  const unseen = async (readAt: string) =>
    (await listStandings(frontend, { courseId, exerciseIds: [11], readAt })).flatMap(({ deliveryId, first }) =>
      first === null ? [deliveryId] : [],
    )
  return { ...grading, waitOf, due, leaseNext, list, unseen }
}

const ours = {
  shown: { status: 'ready', grade: 7, latePenalty: null },
  standing: { grade: 7, gradingTime: '2026-11-20T10:00:00.123456+02:00', graderId: null },
} as const
const soon = '9999-01-01T00:00:00.000Z'
