import { describe, expect } from 'vitest'
import { aRecord, aShownGrade, openGrading, testIn } from '../testing/a-delivery.ts'
import { confirmByReadBack, refuseBeforeStart, returnToPending } from './before-start-queries.ts'
import { findDelivery } from './delivery-views.ts'
import type { LeaseKey } from './lease-delivery.ts'
import { leaseVerification, recordReadBack } from './verification-queries.ts'
import { startSend } from './start-send.ts'
import { recordOutcome, recordUnsent } from './record-outcome.ts'

const it = testIn(openWorld)

describe('recordOutcome', () => {
  it.for(['delivered', 'refused', 'ambiguous'] as const)(
    'closes an open send as %s, in one statement, with a step in the history',
    async (outcome, { world }) => {
      const mine = await world.open()
      world.statements.length = 0
      expect(await world.record(mine, outcome)).toBe(true)
      expect(world.statements).toHaveLength(1)
      expect(await world.stateOf(mine.deliveryId)).toEqual(outcome)
      expect((await world.stepsOf(mine.deliveryId)).at(-1)).toBe(`${outcome} sending→${outcome}`)
      expect((await findDelivery(world.database, mine.deliveryId))?.sends).toEqual([
        { number: 1, startedAt: expect.any(String), outcome, kind: 'timeout', status: null },
      ])
    },
  )

  it('marks the capability as used only if the send was delivered', async ({ world }) => {
    for (const outcome of ['delivered', 'refused', 'ambiguous'] as const) {
      expect(await world.usedAt((await world.sent(outcome)).deliveryId)).toEqual(
        outcome === 'delivered' ? expect.any(Date) : null,
      )
    }
  })

  it.for<[string, (world: World, deliveryId: string) => Promise<unknown>]>([
    ['a person decides that the grade arrived', (world, deliveryId) => world.resolve(deliveryId, 'delivered')],
    [
      'a verification finds the grade',
      async (world, deliveryId) => {
        await world.age(deliveryId, 10)
        const lease = await leaseVerification(world.database, { leaseS: 30 })
        expect(lease && (await recordReadBack(world.database, { ...lease, ...aShownGrade }))).toBe(true)
      },
    ],
  ])('marks the capability of an ambiguous delivery as used when %s', async ([_, settle], { world }) => {
    // Deliveries of other tests must not be verified here.
    await world.owner.query('UPDATE delivery SET next_verification_at = NULL')
    const { deliveryId } = await world.sent('ambiguous')
    await settle(world, deliveryId)
    expect([await world.stateOf(deliveryId), await world.usedAt(deliveryId)]).toEqual(['delivered', expect.any(Date)])
  })

  it('may be repeated, and keeps the time since which the delivery is ambiguous', async ({ world }) => {
    const mine = await world.sent('ambiguous')
    const ambiguousAt = () =>
      world.one('SELECT ambiguous_at, next_verification_at FROM delivery WHERE id = $1', [mine.deliveryId])
    const before = await ambiguousAt()
    expect([await world.record(mine, 'ambiguous'), await ambiguousAt()]).toEqual([true, before])
  })

  it('returns false before the send start and for any other epoch', async ({ world }) => {
    expect(await world.record(await world.leased(), 'delivered')).toBe(false)
    const mine = await world.open()
    for (const epoch of [0, 2]) expect(await world.record({ ...mine, epoch }, 'delivered')).toBe(false)
    expect(await world.stateOf(mine.deliveryId)).toBe('sending')
  })

  it('keeps at most 1 KiB of diagnostics', async ({ world }) => {
    const mine = await world.open()
    const long = {
      deliveryId: mine.deliveryId,
      epoch: mine.epoch,
      ...aRecord,
      outcome: 'refused',
      diagnostics: `"${'x'.repeat(1_023)}"`,
    } as const
    await expect(recordOutcome(world.database, long)).rejects.toMatchObject({
      constraint: 'delivery_send__diagnostics__size',
    })
  })
})

describe('recordUnsent', () => {
  it('makes the delivery pending again, closes the row of the send, and gives the next send a new number', async ({
    world,
  }) => {
    const mine = await world.open()
    expect(await world.unsent(mine)).toBe(true)
    expect(await findDelivery(world.database, mine.deliveryId)).toMatchObject({
      state: 'pending',
      notBefore: expect.any(String),
      sends: [{ number: 1, outcome: 'unsent' }],
    })
    expect(await world.one('SELECT send_number, failures FROM delivery WHERE id = $1', [mine.deliveryId])).toEqual({
      send_number: 2,
      failures: 1,
    })
  })

  it.for(['unsent', 'releaseSlot'] as const)('waits as long as its caller says: %s', async (step, { world }) => {
    const mine = step === 'unsent' ? await world.open() : await world.leased()
    await world[step](mine)
    const wait = 'SELECT extract(epoch FROM not_before - updated_at)::float8 AS s FROM delivery WHERE id = $1'
    expect((await world.one<{ s: number }>(wait, [mine.deliveryId]))?.s).toBeCloseTo(5, 1)
  })

  it('counts the time of failures from the first failure', async ({ world }) => {
    const mine = await world.open()
    await world.unsent(mine)
    await world.age(mine.deliveryId, 60)
    const failingSince = () => world.one('SELECT failing_since FROM delivery WHERE id = $1', [mine.deliveryId])
    const first = await failingSince()
    const again = await world.leaseOf(mine.deliveryId)
    await startSend(world.database, { ...again, openLeaseS: 65 })
    expect([await world.unsent(again), await failingSince()]).toEqual([true, first])
  })

  it('closes a send that starts while the call waits for the row', async ({ world }) => {
    const mine = await world.leased()
    await world.owner.query('BEGIN')
    await world.owner.query('SELECT FROM delivery WHERE id = $1 FOR UPDATE', [mine.deliveryId])
    const passing = startSend(world.database, { ...mine, openLeaseS: 65 })
    await expect.poll(world.waiting).toBe(1)
    const closing = world.unsent(mine)
    await expect.poll(world.waiting).toBe(2)
    await world.owner.query('COMMIT')
    expect([await passing, await closing]).toEqual([true, true])
    expect(await findDelivery(world.database, mine.deliveryId)).toMatchObject({
      state: 'pending',
      sends: [{ number: 1, outcome: 'unsent' }],
    })
  })
})

describe('before the send start', () => {
  it('a delivery becomes pending again, and counts failures but not interruptions', async ({ world }) => {
    const mine = await world.leased()
    expect(await world.releaseSlot(mine)).toBe(true)
    const row = () =>
      world.one('SELECT failures, failing_since IS NOT NULL AS failing, kind FROM delivery WHERE id = $1', [
        mine.deliveryId,
      ])
    expect(await row()).toEqual({ failures: 1, failing: true, kind: 'unreachable' })
    const stopped = await world.leased()
    expect(await returnToPending(world.database, { ...stopped, kind: 'stopped', delayMs: 0, isFailure: false })).toBe(
      true,
    )
    expect(
      await world.one('SELECT failures, not_before <= clock_timestamp() AS due FROM delivery WHERE id = $1', [
        stopped.deliveryId,
      ]),
    ).toEqual({ failures: 0, due: true })
  })

  it('a refusal records the seen grade, and inserts a row for a send without a start', async ({ world }) => {
    const mine = await world.leased()
    expect(await world.refuse(mine)).toBe(true)
    expect(await findDelivery(world.database, mine.deliveryId)).toMatchObject({
      state: 'refused',
      kind: 'graded_elsewhere',
      seenUpstream: { at: expect.any(String), grade: 3, gradingTime: seen.gradingTime },
      sends: [{ number: 1, startedAt: null, outcome: 'refused', kind: 'graded_elsewhere', status: null }],
    })
  })

  it('a verification that finds the grade of this delivery makes it delivered, and closes the send that brought it', async ({
    world,
  }) => {
    const mine = await world.sent('ambiguous')
    await world.resolve(mine.deliveryId, 'send_again')
    const again = { deliveryId: mine.deliveryId, epoch: 2 }
    expect(await world.confirm(again)).toBe(false)
    await world.leaseOf(mine.deliveryId)
    expect(await world.confirm(again)).toBe(true)
    expect(await findDelivery(world.database, mine.deliveryId)).toMatchObject({
      state: 'delivered',
      confirmedBy: 'read_back',
      sends: [{ number: 1, outcome: 'delivered' }],
    })
    expect(await world.usedAt(mine.deliveryId)).toEqual(expect.any(Date))
    expect((await world.stepsOf(mine.deliveryId)).at(-1)).toBe('read_back sending→delivered')
  })

  it('a verification that finds a send makes the delivery delivered, even if the send was recorded as refused', async ({
    world,
  }) => {
    const mine = await world.sent('refused')
    await world.resolve(mine.deliveryId, 'send_again')
    expect(await world.confirm(await world.leaseOf(mine.deliveryId))).toBe(true)
    expect(await findDelivery(world.database, mine.deliveryId)).toMatchObject({
      state: 'delivered',
      sends: [{ number: 1, outcome: 'delivered' }],
    })
  })

  it('a verification that finds a send without a row makes the delivery delivered, with the number of that send', async ({
    world,
  }) => {
    const mine = await world.leased()
    expect(await confirmByReadBack(world.database, { ...mine, ...aShownGrade, sendNumber: 3 })).toBe(true)
    expect(
      await world.one('SELECT send_number, delivered_number FROM delivery WHERE id = $1', [mine.deliveryId]),
    ).toEqual({ send_number: 3, delivered_number: 3 })
  })

  it.for(['releaseSlot', 'refuse', 'confirm', 'unsent'] as const)(
    '%s returns false under another epoch',
    async (step, { world }) => {
      for (const lease of [await world.leased(), await world.open()])
        for (const epoch of [0, 2]) expect(await world[step]({ ...lease, epoch })).toBe(false)
    },
  )

  it.for(['releaseSlot', 'refuse', 'confirm'] as const)(
    '%s returns false after the send start',
    async (step, { world }) => {
      const started = await world.open()
      expect(await world[step](started)).toBe(false)
      expect(await world.stateOf(started.deliveryId)).toBe('sending')
    },
  )
})

async function openWorld() {
  const grading = await openGrading()
  const { database } = grading
  const record = (key: LeaseKey, outcome: Outcome) =>
    recordOutcome(database, { deliveryId: key.deliveryId, epoch: key.epoch, ...aRecord, outcome })
  const unsent = (key: LeaseKey) =>
    recordUnsent(database, { deliveryId: key.deliveryId, epoch: key.epoch, ...aRecord, delayMs: 5_000 })
  const releaseSlot = (key: LeaseKey) =>
    returnToPending(database, { ...key, kind: 'unreachable', delayMs: 5_000, isFailure: true })
  const refuse = (key: LeaseKey) =>
    refuseBeforeStart(database, { ...key, kind: 'graded_elsewhere', seen, status: null })
  const confirm = (key: LeaseKey) => confirmByReadBack(database, { ...key, ...aShownGrade, sendNumber: 1 })
  const usedAt = async (deliveryId: string) =>
    (
      await grading.one<{ used_at: Date | null }>(
        `
  SELECT used_at FROM capability JOIN delivery USING (submission_id) WHERE id = $1`,
        [deliveryId],
      )
    )?.used_at
  return { ...grading, record, unsent, releaseSlot, refuse, confirm, usedAt }
}

type World = Awaited<ReturnType<typeof openWorld>>
type Outcome = 'delivered' | 'refused' | 'ambiguous'
const seen = { grade: 3, gradingTime: '2026-11-20T10:00:00Z', graderId: 7 }
