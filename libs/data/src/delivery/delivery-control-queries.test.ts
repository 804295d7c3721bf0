import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { aRecord, openGrading, testIn } from '../testing/a-delivery.ts'
import { findDeliveryControl, followServer, holdDeliveries, resumeDeliveries } from './delivery-control-queries.ts'
import { leaseDelivery } from './lease-delivery.ts'
import { startSend } from './start-send.ts'
import { reapExpiredLeases } from './reap-expired-leases.ts'
import { recordOutcome, recordUnsent } from './record-outcome.ts'

const it = testIn(openWorld)

describe('a database server that the workers do not know', () => {
  it('becomes the known server after the migrations', async ({ world }) => {
    expect(await findDeliveryControl(world.database)).toEqual({
      hold: false,
      holdReason: null,
      systemIdentifier: expect.stringMatching(/^\d+$/),
      timeline: expect.stringMatching(/^[0-9A-F]{8}$/),
      settleUntil: null,
      settling: false,
      sameServer: true,
    })
    expect(await followServer(world.database)).toBeNull()
  })

  it.for([
    ['a standby that took over', "timeline = '0000009F'"],
    ['a restored copy', "system_identifier = '1'"],
  ] as const)(
    '(%s) allows no lease and no send start from the first statement on, until the settle time has passed',
    async ([_, change], { world }) => {
      const mine = await world.leased()
      const id = await world.pending()
      const known = await findDeliveryControl(world.database)
      await world.owner.query(`UPDATE delivery_control SET ${change}`)
      expect(await world.lease()).toBeNull()
      expect(await startSend(world.database, { ...mine, openLeaseS: 65 })).toBe(false)
      expect((await findDeliveryControl(world.database)).sameServer).toBe(false)
      // Of several workers that notice, only one gets the change.
      const changes = await Promise.all(Array.from({ length: 8 }, () => followServer(world.database)))
      const { systemIdentifier, timeline } = known
      expect(changes.filter((each) => each !== null)).toEqual([{ systemIdentifier, timeline }])
      expect(await world.lease()).toBeNull()
      expect(await startSend(world.database, { ...mine, openLeaseS: 65 })).toBe(false)
      expect((await findDeliveryControl(world.database)).settling).toBe(true)
      await world.settled()
      expect((await world.leaseOf(id)).deliveryId).toEqual(id)
      expect(await startSend(world.database, { ...mine, openLeaseS: 65 })).toBe(true)
    },
  )

  it('still records outcomes of earlier sends and reaps their leases', async ({ world }) => {
    const [sent, unsent, expired] = [await world.open(), await world.open(), await world.open()]
    await world.age(expired.deliveryId, 66)
    await world.anotherServer()
    expect(await recordOutcome(world.database, { ...sent, ...aRecord, outcome: 'delivered' })).toBe(true)
    expect(await recordUnsent(world.database, { ...unsent, ...aRecord, delayMs: 0 })).toBe(true)
    expect(await reapExpiredLeases(world.database)).toEqual([
      { deliveryId: expired.deliveryId, sendNumber: 1, state: 'ambiguous' },
    ])
    await followServer(world.database)
    await world.settled()
  })

  it('does not shorten the settle time of the server before', async ({ world }) => {
    await world.anotherServer()
    await followServer(world.database)
    const { settleUntil } = await findDeliveryControl(world.database)
    await world.anotherServer()
    await world.setSettleTime(1)
    expect(await followServer(world.database)).not.toBeNull()
    await world.setSettleTime(180)
    expect(await findDeliveryControl(world.database)).toMatchObject({ settleUntil, settling: true, sameServer: true })
    await world.settled()
  })
})

describe('a hold', () => {
  it('stays in force, with its reason, until an operator resumes deliveries', async ({ world }) => {
    await holdDeliveries(world.database, { reason: 'restored from a backup' })
    expect(await findDeliveryControl(world.database)).toMatchObject({
      hold: true,
      holdReason: 'restored from a backup',
    })
    await world.anotherServer()
    expect(await followServer(world.database)).not.toBeNull()
    expect(await findDeliveryControl(world.database)).toMatchObject({
      hold: true,
      holdReason: 'restored from a backup',
      sameServer: true,
    })
    expect([await resumeDeliveries(world.database), await resumeDeliveries(world.database)]).toEqual([true, false])
    await world.settled()
  })

  it('that ends during a settle time allows nothing before the settle time has passed', async ({ world }) => {
    const mine = await world.leased()
    await world.pending()
    await holdDeliveries(world.database, { reason: 'restored from a backup' })
    await world.anotherServer()
    await followServer(world.database)
    expect(await resumeDeliveries(world.database)).toBe(true)
    expect(await world.lease()).toBeNull()
    expect(await startSend(world.database, { ...mine, openLeaseS: 65 })).toBe(false)
    expect((await findDeliveryControl(world.database)).settling).toBe(true)
    await world.settled()
    expect(await world.lease()).toEqual(expect.anything())
    expect(await startSend(world.database, { ...mine, openLeaseS: 65 })).toBe(true)
  })
})

async function openWorld() {
  const grading = await openGrading()
  const { database, owner } = grading
  await grading.setSettleTime(180)
  const lease = () => leaseDelivery(database, { workerId: randomUUID(), leaseS: 60 })
  const settled = () => owner.query('UPDATE delivery_control SET settle_until = NULL')
  const anotherServer = () => owner.query("UPDATE delivery_control SET timeline = '0000009F'")
  return { ...grading, lease, settled, anotherServer }
}
