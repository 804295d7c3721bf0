import { afterAll, describe, expect, it } from 'vitest'
import { aRecord, openGrading } from '../testing/a-delivery.ts'
import { confirmByReadBack, refuseBeforeStart, returnToPending } from './before-start-queries.ts'
import { findDelivery } from './delivery-views.ts'
import type { LeaseKey } from './lease-delivery.ts'
import { leaseVerification, recordReadBack } from './verification-queries.ts'
import { startSend } from './start-send.ts'
import { reapExpiredLeases } from './reap-expired-leases.ts'
import { recordOutcome, recordUnsent } from './record-outcome.ts'

const grading = await openGrading()
const { database, leased, open, ended, age, stateOf, stepsOf, statements } = grading
afterAll(() => grading.close())

type Outcome = 'delivered' | 'refused' | 'ambiguous'
const record = (key: LeaseKey, outcome: Outcome) =>
  recordOutcome(database, { deliveryId: key.deliveryId, epoch: key.epoch, ...aRecord, outcome })
const unsent = (key: LeaseKey) =>
  recordUnsent(database, { deliveryId: key.deliveryId, epoch: key.epoch, ...aRecord, delayMs: 5_000 })
const releaseSlot = (key: LeaseKey) =>
  returnToPending(database, { ...key, kind: 'unreachable', delayMs: 5_000, isFailure: true })
const seen = { grade: 3, gradingTime: '2026-11-20T10:00:00Z', graderId: 7 }
const refuse = (key: LeaseKey) => refuseBeforeStart(database, { ...key, kind: 'graded_elsewhere', seen })
const confirm = (key: LeaseKey) => confirmByReadBack(database, { ...key, sendNumber: 1 })
const usedAt = async (deliveryId: string) =>
  (
    await grading.one<{ used_at: Date | null }>(
      `
  SELECT used_at FROM capability JOIN delivery USING (submission_id) WHERE id = $1`,
      [deliveryId],
    )
  )?.used_at

describe('recordOutcome', () => {
  it.each(['delivered', 'refused', 'ambiguous'] as const)(
    'closes an open send as %s, in one statement, with a step in the history',
    async (outcome) => {
      const mine = await open()
      statements.length = 0
      expect(await record(mine, outcome)).toBe(true)
      expect(statements).toHaveLength(1)
      expect([await stateOf(mine.deliveryId), (await stepsOf(mine.deliveryId)).at(-1)]).toEqual([
        outcome,
        `${outcome} sending→${outcome}`,
      ])
      expect((await findDelivery(database, mine.deliveryId))?.sends).toEqual([
        { number: 1, startedAt: expect.any(String), outcome, kind: 'timeout', status: null },
      ])
    },
  )

  it('marks the capability as used only if the send was delivered', async () => {
    for (const outcome of ['delivered', 'refused', 'ambiguous'] as const) {
      expect(await usedAt((await ended(outcome)).deliveryId)).toEqual(outcome === 'delivered' ? expect.any(Date) : null)
    }
  })

  it.each<[string, (deliveryId: string) => Promise<unknown>]>([
    ['a person decides that the grade arrived', (deliveryId) => grading.resolve(deliveryId, 'delivered')],
    [
      'a verification finds the grade',
      async (deliveryId) => {
        await age(deliveryId, 10)
        const lease = await leaseVerification(database, { leaseS: 30 })
        expect(lease && (await recordReadBack(database, lease))).toBe(true)
      },
    ],
  ])('marks the capability of an ambiguous delivery as used when %s', async (_, settle) => {
    // Deliveries of other tests must not be verified here.
    await grading.owner.query('UPDATE delivery SET next_verification_at = NULL')
    const { deliveryId } = await ended('ambiguous')
    await settle(deliveryId)
    expect([await stateOf(deliveryId), await usedAt(deliveryId)]).toEqual(['delivered', expect.any(Date)])
  })

  it('may be repeated, and keeps the time since which the delivery is ambiguous', async () => {
    const mine = await ended('ambiguous')
    const ambiguousAt = () =>
      grading.one('SELECT ambiguous_at, next_verification_at FROM delivery WHERE id = $1', [mine.deliveryId])
    const before = await ambiguousAt()
    expect([await record(mine, 'ambiguous'), await ambiguousAt()]).toEqual([true, before])
  })

  it('keeps at most 1 KiB of diagnostics', async () => {
    const mine = await open()
    const long = {
      deliveryId: mine.deliveryId,
      epoch: mine.epoch,
      ...aRecord,
      outcome: 'refused',
      diagnostics: `"${'x'.repeat(1_023)}"`,
    } as const
    await expect(recordOutcome(database, long)).rejects.toMatchObject({
      constraint: 'delivery_send__diagnostics__size',
    })
  })
})

describe('recordUnsent', () => {
  it('makes the delivery pending again, closes the row of the send, and gives the next send a new number', async () => {
    const mine = await open()
    expect(await unsent(mine)).toBe(true)
    expect(await findDelivery(database, mine.deliveryId)).toMatchObject({
      state: 'pending',
      notBefore: expect.any(String),
      sends: [{ number: 1, outcome: 'unsent' }],
    })
    expect(await grading.one('SELECT send_number, failures FROM delivery WHERE id = $1', [mine.deliveryId])).toEqual({
      send_number: 2,
      failures: 1,
    })
  })

  it('counts the time of failures from the first failure', async () => {
    const mine = await open()
    await unsent(mine)
    await age(mine.deliveryId, 60)
    const failingSince = () => grading.one('SELECT failing_since FROM delivery WHERE id = $1', [mine.deliveryId])
    const first = await failingSince()
    const again = await grading.leaseOf(mine.deliveryId)
    await startSend(database, { ...again, openLeaseS: 65 })
    expect([await unsent(again), await failingSince()]).toEqual([true, first])
  })

  it('closes a send that starts while the call waits for the row', async () => {
    const mine = await leased()
    await grading.owner.query('BEGIN')
    await grading.owner.query('SELECT FROM delivery WHERE id = $1 FOR UPDATE', [mine.deliveryId])
    const passing = startSend(database, { ...mine, openLeaseS: 65 })
    await expect.poll(grading.waiting).toBe(1)
    const closing = unsent(mine)
    await expect.poll(grading.waiting).toBe(2)
    await grading.owner.query('COMMIT')
    expect([await passing, await closing]).toEqual([true, true])
    expect(await findDelivery(database, mine.deliveryId)).toMatchObject({
      state: 'pending',
      sends: [{ number: 1, outcome: 'unsent' }],
    })
  })
})

describe('before the send start', () => {
  it('a delivery becomes pending again, and counts failures but not interruptions', async () => {
    const mine = await leased()
    expect(await releaseSlot(mine)).toBe(true)
    const row = () =>
      grading.one('SELECT failures, failing_since IS NOT NULL AS failing, kind FROM delivery WHERE id = $1', [
        mine.deliveryId,
      ])
    expect(await row()).toEqual({ failures: 1, failing: true, kind: 'unreachable' })
    const stopped = await leased()
    expect(await returnToPending(database, { ...stopped, kind: 'stopped', delayMs: 0, isFailure: false })).toBe(true)
    expect(
      await grading.one('SELECT failures, not_before <= clock_timestamp() AS due FROM delivery WHERE id = $1', [
        stopped.deliveryId,
      ]),
    ).toEqual({ failures: 0, due: true })
  })

  it('a refusal records the seen grade, and inserts a row for a send without a start', async () => {
    const mine = await leased()
    expect(await refuse(mine)).toBe(true)
    expect(await findDelivery(database, mine.deliveryId)).toMatchObject({
      state: 'refused',
      kind: 'graded_elsewhere',
      seenUpstream: { at: expect.any(String), grade: 3, gradingTime: seen.gradingTime },
      sends: [{ number: 1, startedAt: null, outcome: 'refused', kind: 'graded_elsewhere', status: null }],
    })
  })

  it('a verification that finds the grade of this delivery makes it delivered, and closes the send that brought it', async () => {
    const mine = await ended('ambiguous')
    await grading.resolve(mine.deliveryId, 'send_again')
    const again = { deliveryId: mine.deliveryId, epoch: 2 }
    expect(await confirm(again)).toBe(false)
    await grading.leaseOf(mine.deliveryId)
    expect(await confirm(again)).toBe(true)
    expect(await findDelivery(database, mine.deliveryId)).toMatchObject({
      state: 'delivered',
      confirmedBy: 'read_back',
      sends: [{ number: 1, outcome: 'delivered' }],
    })
    expect([await usedAt(mine.deliveryId), (await stepsOf(mine.deliveryId)).at(-1)]).toEqual([
      expect.any(Date),
      'read_back sending→delivered',
    ])
  })

  it('a verification that finds a send makes the delivery delivered, even if the send was recorded as refused', async () => {
    const mine = await ended('refused')
    await grading.resolve(mine.deliveryId, 'send_again')
    expect(await confirm(await grading.leaseOf(mine.deliveryId))).toBe(true)
    expect(await findDelivery(database, mine.deliveryId)).toMatchObject({
      state: 'delivered',
      sends: [{ number: 1, outcome: 'delivered' }],
    })
  })

  it('a verification that finds a send without a row makes the delivery delivered, with the number of that send', async () => {
    const mine = await leased()
    expect(await confirmByReadBack(database, { ...mine, sendNumber: 3 })).toBe(true)
    expect(
      await grading.one('SELECT send_number, delivered_number FROM delivery WHERE id = $1', [mine.deliveryId]),
    ).toEqual({ send_number: 3, delivered_number: 3 })
  })
})
