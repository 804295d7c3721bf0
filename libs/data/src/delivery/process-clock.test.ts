import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openGrading } from '../testing/a-delivery.ts'
import { leaseDelivery } from './lease-delivery.ts'
import { leaseVerification } from './verification-queries.ts'
import { startSend } from './start-send.ts'
import { shiftProcessClock } from './process-clock.fixture.ts'
import { reapExpiredLeases } from './reap-expired-leases.ts'

const grading = await openGrading()
const { database, owner, pending, leased, ended, stateOf } = grading
afterAll(() => grading.close())

const hourMs = 3_600_000
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
/** Tolerance in seconds, since a busy machine may take a while for a query. */
const slackS = 50
const expectAround = (seconds: number, wanted: number): void => {
  expect(seconds).toBeLessThanOrEqual(wanted)
  expect(seconds).toBeGreaterThan(wanted - slackS)
}

describe.each([
  ['an hour behind', -hourMs],
  ['an hour ahead', hourMs],
])('leases of a process whose clock is %s', (_how, aheadMs) => {
  let setRight = (): void => {}
  beforeEach(() => {
    setRight = shiftProcessClock(aheadMs)
  })
  afterEach(async () => {
    setRight()
    await grading.setAside()
  })

  it('expire by the clock of the database', async () => {
    const id = await pending()
    const lease = await leaseDelivery(database, { workerId: randomUUID(), leaseS: 60 })
    expect(lease?.deliveryId).toBe(id)
    expectAround(await fromNow('lease_until', id), 60)
    expect(await startSend(database, { deliveryId: id, epoch: lease!.epoch, openLeaseS: 65 })).toBe(true)
    expectAround(await fromNow('lease_until', id), 65)
    expectAround(await fromNow('started_at', id), 0)
  })

  it('allow a send start until they expire, and not afterwards', async () => {
    const [ended, held] = [await leased(), await leased()]
    await grading.age(ended.deliveryId, 61)
    expect([
      await startSend(database, { ...ended, openLeaseS: 65 }),
      await startSend(database, { ...held, openLeaseS: 65 }),
    ]).toEqual([false, true])
  })

  it('are reaped after they expire, and not before', async () => {
    const [ended, held] = [await leased(), await leased()]
    await grading.age(ended.deliveryId, 61)
    expect((await reapExpiredLeases(database)).map(({ deliveryId }) => deliveryId)).toEqual([ended.deliveryId])
    expect([await stateOf(ended.deliveryId), await stateOf(held.deliveryId)]).toEqual(['pending', 'sending'])
  })

  it('of a verification begin and expire by the clock of the database', async () => {
    const { deliveryId } = await ended('ambiguous')
    expect(await leaseVerification(database, { leaseS: 66 })).toBeNull()
    await grading.age(deliveryId, 11)
    expect((await leaseVerification(database, { leaseS: 66 }))?.deliveryId).toBe(deliveryId)
    expectAround(await fromNow('verification_lease_until', deliveryId), 66)
  })

  it('are given for deliveries that are due by the clock of the database', async () => {
    const id = await pending()
    await owner.query("UPDATE delivery SET not_before = clock_timestamp() + interval '30 minutes' WHERE id = $1", [id])
    expect(await leaseDelivery(database, { workerId: randomUUID(), leaseS: 60 })).toBeNull()
    await owner.query('UPDATE delivery SET not_before = clock_timestamp() WHERE id = $1', [id])
    expect((await leaseDelivery(database, { workerId: randomUUID(), leaseS: 60 }))?.deliveryId).toBe(id)
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
