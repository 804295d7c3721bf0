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

  it('expire by the clock of the database, before and after the send start', async ({ world }) => {
    const [id, ended] = [await world.pending(), await world.leased()]
    const lease = await leaseDelivery(world.database, { workerId: randomUUID(), leaseS: 60 })
    expect(lease?.deliveryId).toBe(id)
    expectAround(await world.fromNow('lease_until', id), 60)
    expect(await startSend(world.database, { deliveryId: id, epoch: lease!.epoch, openLeaseS: 65 })).toBe(true)
    expectAround(await world.fromNow('lease_until', id), 65)
    expectAround(await world.fromNow('started_at', id), 0)
    expect(await reapExpiredLeases(world.database)).toEqual([])
    await world.age(ended.deliveryId, 61)
    expect(await startSend(world.database, { ...ended, openLeaseS: 65 })).toBe(false)
    expect((await reapExpiredLeases(world.database)).map(({ deliveryId }) => deliveryId)).toEqual([ended.deliveryId])
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
