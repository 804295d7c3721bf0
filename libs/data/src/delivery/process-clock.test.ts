import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect } from 'vitest'
import { leaseDelivery } from './lease-delivery.ts'
import { leaseVerification } from './verification-queries.ts'
import { startSend } from './start-send.ts'
import { shiftProcessClock } from './process-clock.fixture.ts'
import { reapExpiredLeases } from './reap-expired-leases.ts'
import { openGrading, testIn } from '../testing/a-delivery.ts'

const it = testIn(openWorld)

describe.each([
  ['an hour behind', -3_600_000],
  ['an hour ahead', 3_600_000],
])('leases of a process whose clock is %s', (_how, aheadMs) => {
  let setRight = (): void => {}
  beforeEach(() => {
    setRight = shiftProcessClock(aheadMs)
  })
  it.afterEach(async ({ world }) => {
    setRight()
    await world.setAside()
  })

  it('expire by the clock of the database', async ({ world }) => {
    const id = await world.pending()
    const lease = await leaseDelivery(world.database, { workerId: randomUUID(), leaseS: 60 })
    expect(lease?.deliveryId).toBe(id)
    expectAround(await world.fromNow('lease_until', id), 60)
    expect(await startSend(world.database, { deliveryId: id, epoch: lease!.epoch, openLeaseS: 65 })).toBe(true)
    expectAround(await world.fromNow('lease_until', id), 65)
    expectAround(await world.fromNow('started_at', id), 0)
  })

  it('allow a send start until they expire, and not afterwards', async ({ world }) => {
    const [ended, held] = [await world.leased(), await world.leased()]
    await world.age(ended.deliveryId, 61)
    expect(await startSend(world.database, { ...ended, openLeaseS: 65 })).toBe(false)
    expect(await startSend(world.database, { ...held, openLeaseS: 65 })).toBe(true)
  })

  it('are reaped after they expire, and not before', async ({ world }) => {
    const [ended, held] = [await world.leased(), await world.leased()]
    await world.age(ended.deliveryId, 61)
    expect((await reapExpiredLeases(world.database)).map(({ deliveryId }) => deliveryId)).toEqual([ended.deliveryId])
    expect(await world.stateOf(ended.deliveryId)).toBe('pending')
    expect(await world.stateOf(held.deliveryId)).toBe('sending')
  })

  it('of a verification begin and expire by the clock of the database', async ({ world }) => {
    const { deliveryId } = await world.sent('ambiguous')
    expect(await leaseVerification(world.database, { leaseS: 66 })).toBeNull()
    await world.age(deliveryId, 11)
    expect((await leaseVerification(world.database, { leaseS: 66 }))?.deliveryId).toBe(deliveryId)
    expectAround(await world.fromNow('verification_lease_until', deliveryId), 66)
  })

  it('are given for deliveries that are due by the clock of the database', async ({ world }) => {
    const id = await world.pending()
    await world.owner.query(
      "UPDATE delivery SET not_before = clock_timestamp() + interval '30 minutes' WHERE id = $1",
      [id],
    )
    expect(await leaseDelivery(world.database, { workerId: randomUUID(), leaseS: 60 })).toBeNull()
    await world.owner.query('UPDATE delivery SET not_before = clock_timestamp() WHERE id = $1', [id])
    expect((await leaseDelivery(world.database, { workerId: randomUUID(), leaseS: 60 }))?.deliveryId).toBe(id)
  })
})

describe('shiftProcessClock', () => {
  it('shifts every wall clock of the process, and resets each of them', () => {
    const clocks = (): number[] => [
      Date.now(),
      new Date().getTime(),
      Temporal.Now.instant().epochMilliseconds,
      Temporal.Now.zonedDateTimeISO().epochMilliseconds,
      Temporal.Now.plainDateTimeISO('UTC').toZonedDateTime('UTC').epochMilliseconds,
      performance.timeOrigin + performance.now(),
    ]
    const hours = (from: number[]): number[] => clocks().map((now, place) => Math.round((now - from[place]!) / hourMs))
    const before = clocks()
    const setRight = shiftProcessClock(hourMs)
    expect(hours(before)).toEqual(before.map(() => 1))
    setRight()
    expect(hours(before)).toEqual(before.map(() => 0))
  })
})

async function openWorld() {
  const grading = await openGrading()
  const { owner } = grading
  /** Seconds from the database's own time to a time that it stored. */
  const fromNow = async (
    column: 'lease_until' | 'verification_lease_until' | 'started_at',
    deliveryId: string,
  ): Promise<number> =>
    (
      await owner.query<{ seconds: number }>(
        `SELECT extract(epoch FROM ${column} - clock_timestamp())::float8 AS seconds FROM delivery WHERE id = $1`,
        [deliveryId],
      )
    ).rows[0]!.seconds
  return { ...grading, fromNow }
}

/** Tolerance in seconds, since a busy machine may take a while for a query. */
const slackS = 50
const expectAround = (seconds: number, wanted: number): void => {
  expect(seconds).toBeLessThanOrEqual(wanted)
  expect(seconds).toBeGreaterThan(wanted - slackS)
}
const hourMs = 3_600_000
