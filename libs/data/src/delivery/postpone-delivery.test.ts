import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { aRecord, openGrading } from '../testing/a-delivery.ts'
import { leaseDelivery } from './lease-delivery.ts'
import { recordOutcome } from './record-outcome.ts'
import { startSend } from './start-send.ts'

const grading = await openGrading()
const { database, owner, withdraw, pending } = grading
afterAll(() => grading.close())
afterEach(() => grading.setAside())

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

describe('a grade and the registration of its submission', () => {
  it('is not sent within the settle time of the registration', async () => {
    const submissionId = await grading.registered({ settleS: 60 })
    const id = await grading.complete(submissionId, 'pending')
    expect(await lease()).toBeUndefined()
    await owner.query(
      "UPDATE capability SET settle_until = settle_until - interval '58 seconds' WHERE submission_id = $1",
      [submissionId],
    )
    expect(await lease()).toBeUndefined()
    await owner.query(
      "UPDATE capability SET settle_until = settle_until - interval '2 seconds' WHERE submission_id = $1",
      [submissionId],
    )
    expect(await lease()).toBe(id)
  })

  it('is not sent within the settle time of a later registration that replaced the URL', async () => {
    const submissionId = await grading.registered()
    const id = await grading.complete(submissionId, 'held')
    await grading.register({ submissionId, settleS: 60 })
    await owner.query("UPDATE delivery SET state = 'pending', not_before = clock_timestamp() WHERE id = $1", [id])
    expect(await lease()).toBeUndefined()
  })

  it('does not delay deliveries of other submissions', async () => {
    await grading.complete(await grading.registered({ settleS: 60 }), 'pending')
    const other = await pending()
    expect(await lease()).toBe(other)
  })

  it.each([
    ['pending', 'delivery_pending'],
    ['leased', 'delivery_pending'],
    ['ambiguous', 'delivery_ambiguous'],
  ] as const)(
    'is postponed by a rejected registration, too, with a step in its history: %s',
    async (state, refusal) => {
      const id = await pending()
      if (state !== 'pending') await grading.put(id, state)
      expect(await refuse(id)).toBe(refusal)
      expect((await grading.stepsOf(id)).at(-1)).toMatch(/^registration_rejected (.+)→\1$/)
      const left = await grading.one<{ s: number }>(
        'SELECT extract(epoch FROM settle_until - clock_timestamp())::float8 AS s FROM delivery WHERE id = $1',
        [id],
      )
      expect(left?.s).toBeCloseTo(60, -1)
      if (state === 'leased') expect(await start({ deliveryId: id, epoch: 1 })).toBe(false)
      if (state === 'ambiguous') await grading.resolve(id, 'send_again')
      if (state !== 'leased') {
        expect(await lease()).toBeUndefined()
        await grading.age(id, 60)
        expect(await lease()).toBe(id)
      }
    },
  )

  it('waits until the latest of all settle times has ended', async () => {
    const id = await pending()
    await refuse(id, 60)
    await refuse(id, 0)
    expect(await lease()).toBeUndefined()
  })

  it('is not sent within the settle time of a registration that was rejected because of an earlier delivery', async () => {
    const before = await grading.open()
    await refuse(before.deliveryId)
    await recordOutcome(database, { ...before, ...aRecord, outcome: 'delivered' })
    await withdraw(before.submissionId)
    const next = await grading.complete(before.submissionId, 'pending')
    expect(await lease()).toBeUndefined()
    await owner.query(
      "UPDATE capability SET settle_until = settle_until - interval '60 seconds' WHERE submission_id = $1",
      [before.submissionId],
    )
    expect(await lease()).toBe(next)
  })

  it('does not start a send that had to wait for a rejected registration', async () => {
    const mine = await grading.leased()
    const submissionId = await submissionOf(mine.deliveryId)
    await owner.query('BEGIN')
    await owner.query('SELECT FROM delivery WHERE id = $1 FOR NO KEY UPDATE', [mine.deliveryId])
    const refused = grading.register({ submissionId, settleS: 60 })
    await expect.poll(grading.waiting).toBe(1)
    const waiting = start(mine)
    await expect.poll(grading.waiting).toBe(2)
    await owner.query('COMMIT')
    expect([(await refused).outcome, await waiting]).toEqual(['delivery_pending', false])
  })
})
