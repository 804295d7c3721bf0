import type { AfterSend } from '@course-grading/domain/delivery/verification-verdict'
import { describe, expect } from 'vitest'
import { confirmByReadBack } from './before-start-queries.ts'
import { holdDeliveries, resumeDeliveries } from './delivery-control-queries.ts'
import { findDelivery } from './delivery-views.ts'
import {
  endStandingVerification,
  leaseStandingVerification,
  listStandings,
  recordVerifiedAfter,
  recordChangedStandings,
} from './standing-queries.ts'
import { openGrading, testIn } from '../testing/a-delivery.ts'

const it = testIn(openWorld)

describe('recordVerifiedAfter', () => {
  it('records what stood after the send of this lease, and of no other lease', async ({ world }) => {
    const mine = await world.sent('delivered')
    const record = (epoch: number) => recordVerifiedAfter(world.database, { ...mine, ...kept, epoch })
    expect(await record(mine.epoch - 1)).toBe(false)
    expect(await record(mine.epoch + 1)).toBe(false)
    expect(await record(mine.epoch)).toBe(true)
    expect(await record(mine.epoch)).toBe(false)
  })

  it('records nothing of a delivery that the verification before its send found, which has shown it', async ({
    world,
  }) => {
    const proven = await world.leased()
    await confirmByReadBack(world.database, { ...proven, ...kept, sendNumber: 1 })
    expect(await recordVerifiedAfter(world.database, { ...proven, ...lost })).toBe(false)
    expect(await findDelivery(world.database, proven.deliveryId)).toMatchObject({
      upstream: { grade: 7 },
      standing: 'ours',
    })
    expect(await world.verificationAtOf(proven.deliveryId)).toBeCloseTo(600, -1)
  })

  it('shows what the platform made of the grade, and schedules a verification ten minutes later', async ({ world }) => {
    const { deliveryId } = await world.verifiedDelivery({
      ...kept,
      shown: { status: 'unofficial', grade: 7, latePenalty: 0.25 },
    })
    expect(await findDelivery(world.database, deliveryId)).toMatchObject({
      upstream: { at: expect.any(String), status: 'unofficial', grade: 7, latePenalty: 0.25 },
      standing: 'ours',
    })
    expect(await world.verificationAtOf(deliveryId)).toBeCloseTo(600, -1)
  })

  it('records a change at once if the grade does not stand, with a step in the history, and schedules no verification', async ({
    world,
  }) => {
    const { deliveryId } = await world.verifiedDelivery(lost)
    expect(await findDelivery(world.database, deliveryId)).toMatchObject({
      upstream: { status: 'waiting', grade: 0, latePenalty: null },
      standing: 'changed',
    })
    expect((await world.stepsOf(deliveryId)).at(-1)).toBe('standing_changed delivered→delivered')
    expect(await world.verificationAtOf(deliveryId)).toBeNull()
  })
})

describe('leaseStandingVerification', () => {
  it('is leased when due, to one worker at a time, with the grade that was seen after the send, and only once', async ({
    world,
  }) => {
    const { deliveryId, submissionId } = await world.verifiedDelivery()
    expect(await world.leaseNext()).toBeNull()
    await world.due(deliveryId)
    expect(await world.leaseNext()).toEqual({
      deliveryId,
      submissionId,
      courseId: world.courseId,
      exerciseId: 11,
      epoch: 1,
      sendNumber: 1,
      confirmedBy: 'answer',
      isLate: true,
      graderIdBefore: null,
      overtaken: false,
      first: { status: 'ready', ...standing },
      capability: { sealedUrl: expect.any(Buffer), keyId: 'k-1' },
    })
    expect(await world.leaseNext()).toBeNull()
    expect(await world.verificationAtOf(deliveryId)).toBeGreaterThan(20)
    await endStandingVerification(world.database, deliveryId)
    expect([await world.verificationAtOf(deliveryId), await world.standingOf(deliveryId)]).toEqual([null, 'ours'])
  })

  it('is not given during a hold', async ({ world }) => {
    const { deliveryId } = await world.verifiedDelivery()
    await world.due(deliveryId)
    await holdDeliveries(world.database, { reason: 'restored' })
    expect(await world.leaseNext()).toBeNull()
    await resumeDeliveries(world.database)
    expect(await world.leaseNext()).toMatchObject({ deliveryId })
    await endStandingVerification(world.database, deliveryId)
  })

  it('is not given if a later send may have overwritten the grade', async ({ world }) => {
    const { deliveryId, submissionId } = await world.verifiedDelivery()
    await world.later(submissionId, 'open')
    await world.due(deliveryId)
    expect(await world.leaseNext()).toMatchObject({ deliveryId, overtaken: true })
    expect(await world.leaseNext()).toBeNull()
    expect(await world.verificationAtOf(deliveryId)).toBeNull()
  })
})

describe('the grades that a refresh compares', () => {
  it('are those that were seen to stand before the reading began, in the exercises that were read', async ({
    world,
  }) => {
    const mine = await world.verifiedDelivery()
    const elsewhere = await world.complete(await world.registered({ exerciseId: 12 }), 'pending')
    await world.bringTo(elsewhere, 'delivered')
    await recordVerifiedAfter(world.database, { deliveryId: elsewhere, epoch: 1, ...kept })
    const unseen = await world.sent('delivered')
    const gone = await world.verifiedDelivery(lost)
    const ids = await world.listed()
    expect(ids).toContain(mine.deliveryId)
    for (const { deliveryId } of [{ deliveryId: elsewhere }, unseen, gone]) expect(ids).not.toContain(deliveryId)
    const { upstream } = (await findDelivery(world.database, mine.deliveryId)) ?? {}
    expect(await world.listed(upstream?.at)).not.toContain(mine.deliveryId)
    expect(await listStandings(world.frontend, { courseId: world.courseId, exerciseIds: [], readAt: soon })).toEqual([])
  })

  it.for([
    ['leased', true],
    ['refused', true],
    ['open', false],
    ['ambiguous', false],
    ['delivered', false],
  ] as const)(
    'leave out a grade that a later send may have overwritten: %s',
    async ([state, isCompared], { world }) => {
      const { deliveryId, submissionId } = await world.verifiedDelivery()
      const seen = await world.listed()
      await world.later(submissionId, state)
      const changed = await recordChangedStandings(world.frontend, [deliveryId])
      expect(seen.includes(deliveryId)).toBe(true)
      expect((await world.listed()).includes(deliveryId)).toBe(false)
      expect(changed.length).toEqual(isCompared ? 1 : 0)
    },
  )

  it('leave out a grade that a later send may have overwritten, also while that delivery is pending again', async ({
    world,
  }) => {
    const { deliveryId, submissionId } = await world.verifiedDelivery()
    const next = await world.later(submissionId, 'ambiguous')
    await world.resolve(next, 'send_again')
    await world.due(deliveryId)
    expect(await world.listed()).toEqual(expect.not.arrayContaining([deliveryId]))
    expect(await recordChangedStandings(world.frontend, [deliveryId])).toEqual([])
    expect((await world.leaseNext())?.overtaken).toBe(true)
    await world.bringTo(next, 'delivered')
  })

  it('are reported as changed only once, whichever service finds the change', async ({ world }) => {
    const { deliveryId, submissionId } = await world.verifiedDelivery()
    await world.due(deliveryId)
    const reported = await Promise.all(
      [world.frontend, world.database, world.frontend].map((db) => recordChangedStandings(db, [deliveryId])),
    )
    expect(reported.flat()).toEqual([{ deliveryId, exerciseId: 11, submissionId }])
    expect(await world.standingOf(deliveryId)).toBe('changed')
    expect(await world.verificationAtOf(deliveryId)).toBeNull()
    expect(await world.leaseNext()).toBeNull()
    expect(await world.stateOf(deliveryId)).toBe('delivered')
    expect((await world.stepsOf(deliveryId)).filter((step) => step.startsWith('standing_changed'))).toHaveLength(1)
    await endStandingVerification(world.database, deliveryId)
    expect(await world.standingOf(deliveryId)).toBe('changed')
    expect((await world.listed()).includes(deliveryId)).toBe(false)
  })
})

async function openWorld() {
  const grading = await openGrading()
  const { database, owner, frontend, sent, reopen } = grading
  const leaseNext = () => leaseStandingVerification(database, { leaseS: 30 })
  const due = (deliveryId: string) =>
    owner.query('UPDATE delivery SET standing_verification_at = clock_timestamp() WHERE id = $1 AND standing = $2', [
      deliveryId,
      'ours',
    ])
  const verificationAtOf = async (deliveryId: string) =>
    (
      await grading.one<{ in_s: number | null }>(
        'SELECT extract(epoch FROM standing_verification_at - clock_timestamp())::float8 AS in_s FROM delivery WHERE id = $1',
        [deliveryId],
      )
    )?.in_s
  const listed = async (readAt = soon) =>
    (await listStandings(frontend, { courseId: grading.courseId, exerciseIds: [11], readAt })).flatMap(
      ({ deliveryId, first }) => (first === null ? [] : [deliveryId]),
    )
  const standingOf = async (deliveryId: string) => (await findDelivery(database, deliveryId))?.standing
  /** A delivered delivery whose grade was seen to stand. */
  async function verifiedDelivery(seen = kept) {
    const mine = await sent('delivered')
    await recordVerifiedAfter(database, { ...mine, ...seen })
    return mine
  }
  /** A later delivery of the submission, in the given state. */
  async function later(submissionId: number, state: 'leased' | 'open' | 'delivered' | 'refused' | 'ambiguous') {
    await reopen(submissionId)
    const deliveryId = await grading.complete(submissionId, 'pending')
    await grading.bringTo(deliveryId, state)
    return deliveryId
  }
  return { ...grading, leaseNext, due, verificationAtOf, listed, standingOf, verifiedDelivery, later }
}

const standing = { grade: 7, gradingTime: '2026-11-20T10:00:00.123456+02:00', graderId: 7 }
const kept: AfterSend = { shown: { status: 'ready', grade: 7, latePenalty: null }, standing }
const lost: AfterSend = { shown: { status: 'waiting', grade: 0, latePenalty: null }, standing: null }
const soon = '9999-01-01T00:00:00Z'
