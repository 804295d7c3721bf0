import type { AfterSend } from '@course-grading/domain/delivery/verification-verdict'
import { afterAll, describe, expect, it } from 'vitest'
import { openGrading } from '../testing/a-delivery.ts'
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

const grading = await openGrading()
const { database, frontend, owner, withdraw, ended, stateOf } = grading
afterAll(() => grading.close())

const standing = { grade: 7, gradingTime: '2026-11-20T10:00:00.123456+02:00', graderId: 7 }
const kept: AfterSend = { shown: { status: 'ready', grade: 7, latePenalty: null }, standing }
const lost: AfterSend = { shown: { status: 'waiting', grade: 0, latePenalty: null }, standing: null }
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
const soon = '9999-01-01T00:00:00Z'
const listed = async (readAt = soon) =>
  (await listStandings(frontend, { courseId: grading.courseId, exerciseIds: [11], readAt })).map(
    ({ deliveryId }) => deliveryId,
  )
const standingOf = async (deliveryId: string) => (await findDelivery(database, deliveryId))?.standing

/** A delivered delivery whose grade was seen to stand. */
async function verifiedDelivery(seen = kept) {
  const mine = await ended('delivered')
  await recordVerifiedAfter(database, { ...mine, ...seen })
  return mine
}

/** A later delivery of the submission, in the given state. */
async function later(submissionId: number, state: 'leased' | 'open' | 'delivered' | 'refused' | 'ambiguous') {
  await withdraw(submissionId)
  const deliveryId = await grading.complete(submissionId, 'pending')
  await grading.put(deliveryId, state)
  return deliveryId
}

describe('recordVerifiedAfter', () => {
  it('records what stood after the send of this lease, and of no other lease', async () => {
    const mine = await ended('delivered')
    const record = (epoch: number) => recordVerifiedAfter(database, { ...mine, ...kept, epoch })
    expect([
      await record(mine.epoch - 1),
      await record(mine.epoch + 1),
      await record(mine.epoch),
      await record(mine.epoch),
    ]).toEqual([false, false, true, false])
  })

  it('records nothing if a verification or a person decided delivered, since it is unknown what stood right after the send', async () => {
    const [proven, resolved] = [await grading.leased(), await ended('ambiguous')]
    await confirmByReadBack(database, { ...proven, sendNumber: 1 })
    await grading.resolve(resolved.deliveryId, 'delivered')
    for (const mine of [proven, resolved]) {
      expect([await stateOf(mine.deliveryId), await recordVerifiedAfter(database, { ...mine, ...kept })]).toEqual([
        'delivered',
        false,
      ])
      expect(await findDelivery(database, mine.deliveryId)).toMatchObject({ upstream: null, standing: 'unknown' })
    }
  })

  it('shows what the platform made of the grade, and schedules a verification ten minutes later', async () => {
    const { deliveryId } = await verifiedDelivery({
      ...kept,
      shown: { status: 'unofficial', grade: 7, latePenalty: 0.25 },
    })
    expect(await findDelivery(database, deliveryId)).toMatchObject({
      upstream: { at: expect.any(String), status: 'unofficial', grade: 7, latePenalty: 0.25 },
      standing: 'ours',
    })
    expect(await verificationAtOf(deliveryId)).toBeCloseTo(600, -1)
  })

  it('records a change at once if the grade does not stand, with a step in the history, and schedules no verification', async () => {
    const { deliveryId } = await verifiedDelivery(lost)
    expect(await findDelivery(database, deliveryId)).toMatchObject({
      upstream: { status: 'waiting', grade: 0, latePenalty: null },
      standing: 'changed',
    })
    expect([(await grading.stepsOf(deliveryId)).at(-1), await verificationAtOf(deliveryId)]).toEqual([
      'standing_changed delivered→delivered',
      null,
    ])
  })
})

describe('leaseStandingVerification', () => {
  it('is leased when due, to one worker at a time, with the grade that was seen after the send, and only once', async () => {
    const { deliveryId, submissionId } = await verifiedDelivery()
    expect(await leaseNext()).toBeNull()
    await due(deliveryId)
    expect([await leaseNext(), await leaseNext()]).toEqual([
      {
        deliveryId,
        submissionId,
        courseId: grading.courseId,
        exerciseId: 11,
        overtaken: false,
        first: { status: 'ready', ...standing },
        capability: { sealedUrl: expect.any(Buffer), keyId: 'k-1' },
      },
      null,
    ])
    expect(await verificationAtOf(deliveryId)).toBeGreaterThan(20)
    await endStandingVerification(database, deliveryId)
    expect([await verificationAtOf(deliveryId), await standingOf(deliveryId)]).toEqual([null, 'ours'])
  })

  it('is not given during a hold', async () => {
    const { deliveryId } = await verifiedDelivery()
    await due(deliveryId)
    await holdDeliveries(database, { reason: 'restored' })
    expect(await leaseNext()).toBeNull()
    await resumeDeliveries(database)
    expect(await leaseNext()).toMatchObject({ deliveryId })
    await endStandingVerification(database, deliveryId)
  })

  it.each(['open', 'ambiguous', 'delivered'] as const)(
    'is not given if a later send may have overwritten the grade: %s',
    async (state) => {
      const { deliveryId, submissionId } = await verifiedDelivery()
      await later(submissionId, state)
      await due(deliveryId)
      expect([await leaseNext(), await leaseNext(), await verificationAtOf(deliveryId)]).toMatchObject([
        { deliveryId, overtaken: true },
        null,
        null,
      ])
    },
  )
})

describe('the grades that a refresh compares', () => {
  it('are those that were seen to stand before the reading began, in the exercises that were read', async () => {
    const mine = await verifiedDelivery()
    const elsewhere = await grading.complete(await grading.registered({ exerciseId: 12 }), 'pending')
    await grading.put(elsewhere, 'delivered')
    await recordVerifiedAfter(database, { deliveryId: elsewhere, epoch: 1, ...kept })
    const unseen = await ended('delivered')
    const gone = await verifiedDelivery(lost)
    const ids = await listed()
    expect(ids).toContain(mine.deliveryId)
    for (const { deliveryId } of [{ deliveryId: elsewhere }, unseen, gone]) expect(ids).not.toContain(deliveryId)
    const { upstream } = (await findDelivery(database, mine.deliveryId)) ?? {}
    expect(await listed(upstream?.at)).not.toContain(mine.deliveryId)
    expect(await listStandings(frontend, { courseId: grading.courseId, exerciseIds: [], readAt: soon })).toEqual([])
  })

  it.each([
    ['leased', true],
    ['refused', true],
    ['open', false],
    ['ambiguous', false],
    ['delivered', false],
  ] as const)('leave out a grade that a later send may have overwritten: %s', async (state, isCompared) => {
    const { deliveryId, submissionId } = await verifiedDelivery()
    const seen = await listed()
    await later(submissionId, state)
    const changed = await recordChangedStandings(frontend, [deliveryId])
    expect([seen.includes(deliveryId), (await listed()).includes(deliveryId), changed.length]).toEqual([
      true,
      false,
      isCompared ? 1 : 0,
    ])
  })

  it('leave out a grade that a later send may have overwritten, also while that delivery is pending again', async () => {
    const { deliveryId, submissionId } = await verifiedDelivery()
    const next = await later(submissionId, 'ambiguous')
    await grading.resolve(next, 'send_again')
    await due(deliveryId)
    expect([
      await listed(),
      await recordChangedStandings(frontend, [deliveryId]),
      (await leaseNext())?.overtaken,
    ]).toEqual([expect.not.arrayContaining([deliveryId]), [], true])
    await grading.put(next, 'delivered')
  })

  it('are reported as changed only once, whichever service finds the change', async () => {
    const { deliveryId, submissionId } = await verifiedDelivery()
    await due(deliveryId)
    const reported = await Promise.all(
      [frontend, database, frontend].map((db) => recordChangedStandings(db, [deliveryId])),
    )
    expect(reported.flat()).toEqual([{ deliveryId, exerciseId: 11, submissionId }])
    expect([
      await standingOf(deliveryId),
      await verificationAtOf(deliveryId),
      await leaseNext(),
      await stateOf(deliveryId),
    ]).toEqual(['changed', null, null, 'delivered'])
    expect((await grading.stepsOf(deliveryId)).filter((step) => step.startsWith('standing_changed'))).toHaveLength(1)
    await endStandingVerification(database, deliveryId)
    expect([await standingOf(deliveryId), (await listed()).includes(deliveryId)]).toEqual(['changed', false])
  })

  it('are not compared after another grade of the submission arrived', async () => {
    const { deliveryId, submissionId } = await verifiedDelivery()
    const next = await later(submissionId, 'delivered')
    await recordVerifiedAfter(database, { deliveryId: next, epoch: 1, ...kept })
    expect([await standingOf(deliveryId), await standingOf(next)]).toEqual(['unknown', 'ours'])
  })
})
