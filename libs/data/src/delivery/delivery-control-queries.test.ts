import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { aRecord, openGrading } from '../testing/a-delivery.ts'
import {
  findDeliveryControl,
  followServer,
  holdDeliveries,
  resumeDeliveries,
  updateSettleTime,
} from './delivery-control-queries.ts'
import { leaseDelivery } from './lease-delivery.ts'
import { startSend } from './start-send.ts'
import { reapExpiredLeases } from './reap-expired-leases.ts'
import { recordOutcome, recordUnsent } from './record-outcome.ts'

const grading = await openGrading()
const { database, owner } = grading
await updateSettleTime(database, { settleS: 180 })
afterAll(() => grading.close())
const lease = () => leaseDelivery(database, { workerId: randomUUID(), leaseS: 60 })
const settled = () => owner.query('UPDATE delivery_control SET settle_until = NULL')
const anotherServer = () => owner.query("UPDATE delivery_control SET timeline = '0000009F'")

describe('a database server that the workers do not know', () => {
  it('becomes the known server after the migrations', async () => {
    expect(await findDeliveryControl(database)).toEqual({
      hold: false,
      holdReason: null,
      systemIdentifier: expect.stringMatching(/^\d+$/),
      timeline: expect.stringMatching(/^[0-9A-F]{8}$/),
      settleUntil: null,
      settling: false,
      sameServer: true,
    })
    expect(await followServer(database)).toBeNull()
  })

  it.each([
    ['a standby that took over', "timeline = '0000009F'"],
    ['a restored copy', "system_identifier = '1'"],
  ])(
    '(%s) allows no lease and no send start from the first statement on, until the settle time has passed',
    async (_, change) => {
      const mine = await grading.leased()
      const id = await grading.pending()
      const known = await findDeliveryControl(database)
      await owner.query(`UPDATE delivery_control SET ${change}`)
      expect([
        await lease(),
        await startSend(database, { ...mine, openLeaseS: 65 }),
        (await findDeliveryControl(database)).sameServer,
      ]).toEqual([null, false, false])
      // Of several workers that notice, only one gets the change.
      const changes = await Promise.all(Array.from({ length: 8 }, () => followServer(database)))
      const { systemIdentifier, timeline } = known
      expect(changes.filter((each) => each !== null)).toEqual([{ systemIdentifier, timeline }])
      expect([
        await lease(),
        await startSend(database, { ...mine, openLeaseS: 65 }),
        (await findDeliveryControl(database)).settling,
      ]).toEqual([null, false, true])
      await settled()
      expect([(await grading.leaseOf(id)).deliveryId, await startSend(database, { ...mine, openLeaseS: 65 })]).toEqual([
        id,
        true,
      ])
    },
  )

  it('still records outcomes of earlier sends and reaps their leases', async () => {
    const [sent, unsent, expired] = [await grading.open(), await grading.open(), await grading.open()]
    await grading.age(expired.deliveryId, 66)
    await anotherServer()
    expect([
      await recordOutcome(database, { ...sent, ...aRecord, outcome: 'delivered' }),
      await recordUnsent(database, { ...unsent, ...aRecord, delayMs: 0 }),
      await reapExpiredLeases(database),
    ]).toEqual([true, true, [{ deliveryId: expired.deliveryId, sendNumber: 1, state: 'ambiguous' }]])
    await followServer(database)
    await settled()
  })

  it('does not shorten the settle time of the server before', async () => {
    await anotherServer()
    await followServer(database)
    const { settleUntil } = await findDeliveryControl(database)
    await anotherServer()
    await updateSettleTime(database, { settleS: 1 })
    expect(await followServer(database)).not.toBeNull()
    await updateSettleTime(database, { settleS: 180 })
    expect(await findDeliveryControl(database)).toMatchObject({ settleUntil, settling: true, sameServer: true })
    await settled()
  })
})

describe('a hold', () => {
  it('stays in force, with its reason, until an operator resumes deliveries', async () => {
    await holdDeliveries(database, { reason: 'restored from a backup' })
    expect(await findDeliveryControl(database)).toMatchObject({ hold: true, holdReason: 'restored from a backup' })
    await anotherServer()
    expect(await followServer(database)).not.toBeNull()
    expect(await findDeliveryControl(database)).toMatchObject({
      hold: true,
      holdReason: 'restored from a backup',
      sameServer: true,
    })
    expect([await resumeDeliveries(database), await resumeDeliveries(database)]).toEqual([true, false])
    await settled()
  })

  it('that ends during a settle time allows nothing before the settle time has passed', async () => {
    const mine = await grading.leased()
    await grading.pending()
    await holdDeliveries(database, { reason: 'restored from a backup' })
    await anotherServer()
    await followServer(database)
    expect([
      await resumeDeliveries(database),
      await lease(),
      await startSend(database, { ...mine, openLeaseS: 65 }),
      (await findDeliveryControl(database)).settling,
    ]).toEqual([true, null, false, true])
    await settled()
    expect([await lease(), await startSend(database, { ...mine, openLeaseS: 65 })]).toEqual([expect.anything(), true])
  })
})
