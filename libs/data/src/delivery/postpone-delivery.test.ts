import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { aRecord, openGrading, testIn } from '../testing/a-delivery.ts'
import { leaseDelivery } from './lease-delivery.ts'
import { recordOutcome } from './record-outcome.ts'
import { startSend } from './start-send.ts'

const it = testIn(openWorld)

describe('a grade and the registration of its submission', () => {
  it('is not sent within the settle time of the registration', async ({ world }) => {
    const submissionId = await world.registered({ settleS: 60 })
    const id = await world.complete(submissionId, 'pending')
    expect(await world.lease()).toBeUndefined()
    await world.owner.query(
      "UPDATE capability SET settle_until = settle_until - interval '58 seconds' WHERE submission_id = $1",
      [submissionId],
    )
    expect(await world.lease()).toBeUndefined()
    await world.owner.query(
      "UPDATE capability SET settle_until = settle_until - interval '2 seconds' WHERE submission_id = $1",
      [submissionId],
    )
    expect(await world.lease()).toBe(id)
  })

  it('is not sent within the settle time of a later registration that replaced the URL', async ({ world }) => {
    const submissionId = await world.registered()
    const id = await world.complete(submissionId, 'held')
    await world.register({ submissionId, settleS: 60 })
    await world.owner.query("UPDATE delivery SET state = 'pending', not_before = clock_timestamp() WHERE id = $1", [id])
    expect(await world.lease()).toBeUndefined()
  })

  it('does not delay deliveries of other submissions', async ({ world }) => {
    await world.complete(await world.registered({ settleS: 60 }), 'pending')
    const other = await world.pending()
    expect(await world.lease()).toBe(other)
  })

  it.for([
    ['pending', 'delivery_pending'],
    ['leased', 'delivery_pending'],
    ['ambiguous', 'delivery_ambiguous'],
  ] as const)(
    'is postponed by a rejected registration, too, with a step in its history: %s',
    async ([state, refusal], { world }) => {
      const id = await world.pending()
      if (state !== 'pending') await world.bringTo(id, state)
      expect(await world.refuse(id)).toBe(refusal)
      expect((await world.stepsOf(id)).at(-1)).toMatch(/^registration_rejected (.+)→\1$/)
      const left = await world.one<{ s: number }>(
        'SELECT extract(epoch FROM settle_until - clock_timestamp())::float8 AS s FROM delivery WHERE id = $1',
        [id],
      )
      expect(left?.s).toBeCloseTo(60, -1)
      if (state === 'leased') expect(await world.start({ deliveryId: id, epoch: 1 })).toBe(false)
      if (state === 'ambiguous') await world.resolve(id, 'send_again')
      if (state !== 'leased') {
        expect(await world.lease()).toBeUndefined()
        await world.age(id, 60)
        expect(await world.lease()).toBe(id)
      }
    },
  )

  it('waits until the latest of all settle times has ended', async ({ world }) => {
    const id = await world.pending()
    await world.refuse(id, 60)
    await world.refuse(id, 0)
    expect(await world.lease()).toBeUndefined()
  })

  it('is not sent within the settle time of a registration that was rejected because of an earlier delivery', async ({
    world,
  }) => {
    const before = await world.open()
    await world.refuse(before.deliveryId)
    await recordOutcome(world.database, { ...before, ...aRecord, outcome: 'delivered' })
    await world.reopen(before.submissionId)
    const next = await world.complete(before.submissionId, 'pending')
    expect(await world.lease()).toBeUndefined()
    await world.owner.query(
      "UPDATE capability SET settle_until = settle_until - interval '60 seconds' WHERE submission_id = $1",
      [before.submissionId],
    )
    expect(await world.lease()).toBe(next)
  })

  it('does not start a send that had to wait for a rejected registration', async ({ world }) => {
    const mine = await world.leased()
    const submissionId = await world.submissionOf(mine.deliveryId)
    await world.owner.query('BEGIN')
    await world.owner.query('SELECT FROM delivery WHERE id = $1 FOR NO KEY UPDATE', [mine.deliveryId])
    const refused = world.register({ submissionId, settleS: 60 })
    await expect.poll(world.waiting).toBe(1)
    const waiting = world.start(mine)
    await expect.poll(world.waiting).toBe(2)
    await world.owner.query('COMMIT')
    expect([(await refused).outcome, await waiting]).toEqual(['delivery_pending', false])
  })
})

it.afterEach(({ world }) => world.setAside())

async function openWorld() {
  const grading = await openGrading()
  const { database } = grading
  const lease = async () => (await leaseDelivery(database, { workerId: randomUUID(), leaseS: 60 }))?.deliveryId
  const start = (key: { deliveryId: string; epoch: number }) => startSend(database, { ...key, openLeaseS: 65 })
  const submissionOf = async (deliveryId: string) =>
    Number(
      (await grading.one<{ submission_id: string }>('SELECT submission_id FROM delivery WHERE id = $1', [deliveryId]))
        ?.submission_id,
    )
  /** Registers the submission again, which is rejected because its grade is under way. */
  const refuse = async (deliveryId: string, settleS = 60) =>
    (await grading.register({ submissionId: await submissionOf(deliveryId), settleS })).outcome
  return { ...grading, lease, start, submissionOf, refuse }
}
