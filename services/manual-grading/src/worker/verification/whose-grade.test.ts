import { describe, expect, it } from 'vitest'
import { startTestService } from '../../service.fixture.ts'
import { deliveriesUnderTest, openDeliveries } from '../delivery-under-test.fixture.ts'

const { service, deliveries } = await openDeliveries({ ROLE: 'all' })

describe('a grade that stands upstream', () => {
  it.each(['waiting', 'error', 'rejected'] as const)(
    "counts as a teacher's with any later status of the submission: %s",
    async (status) => {
      const submissionId = service.nextSubmissionId()
      Object.assign(deliveries.upstreamOf(submissionId), { ...byTeacher, status })
      expect(await ended(await deliveries.deliveryOf(submissionId))).toMatchObject({
        state: 'refused',
        kind: 'graded_elsewhere',
        seenUpstream: { grade: 17 },
      })
      expect([deliveries.posts(submissionId), deliveries.upstreamOf(submissionId).grade]).toEqual([0, 17])
    },
  )

  it.each([
    ['by callback', { points: '3', max_points: '20' }],
    ['at once', null],
  ])("counts as nobody's if an automatic check gave it: %s", async (_how, gradingData) => {
    const submissionId = service.nextSubmissionId()
    Object.assign(deliveries.upstreamOf(submissionId), { status: 'ready', grade: 3, gradedAtMs, gradingData })
    expect(await ended(await deliveries.deliveryOf(submissionId))).toMatchObject({ state: 'delivered' })
    expect(deliveries.posts(submissionId)).toBe(1)
  })

  it('is not sent again if it is that of this very delivery', async () => {
    const submissionId = service.nextSubmissionId()
    await service.register(submissionId)
    const deliveryId = await service.complete(submissionId, {}, 'held')
    const gradingData = { delivery_id: `${deliveryId}.3` }
    Object.assign(deliveries.upstreamOf(submissionId), { status: 'ready', gradedAtMs, gradingData })
    await deliveries.release(deliveryId)
    expect(await ended(deliveryId)).toMatchObject({ state: 'delivered', confirmedBy: 'read_back', sends: [] })
    const found = await service.database.query('SELECT delivered_number FROM delivery WHERE id = $1', [deliveryId])
    expect([found, deliveries.posts(submissionId)]).toEqual([[{ delivered_number: 3 }], 0])
  })

  it("may be overwritten by a person's decision, once, and is ours afterwards, although the teacher's name stands", async () => {
    const submissionId = service.nextSubmissionId()
    Object.assign(deliveries.upstreamOf(submissionId), byTeacher)
    const deliveryId = await deliveries.deliveryOf(submissionId)
    expect(await ended(deliveryId)).toMatchObject({ kind: 'graded_elsewhere' })
    await sendAgain(deliveryId)
    expect(await ended(deliveryId)).toMatchObject({ state: 'delivered', confirmedBy: 'answer' })
    await verified(deliveryId)
    const second = await deliverAgain(submissionId)
    expect([second.state, deliveries.upstreamOf(submissionId).graderId]).toEqual(['delivered', 101])
    await verified(second.deliveryId)
    Object.assign(deliveries.upstreamOf(submissionId), { ...byTeacher, gradedAtMs: gradedAtMs + 1 })
    expect(await deliverAgain(submissionId)).toMatchObject({ state: 'refused', kind: 'graded_elsewhere' })
    expect(deliveries.posts(submissionId)).toBe(2)
  })
})

describe('a registration', () => {
  it('delays a grade for the settle time, also if the registration is rejected', async () => {
    const patient = await startTestService({ ROLE: 'all', DELIVERY_REGISTRATION_SETTLE_S: '60' })
    const under = deliveriesUnderTest(patient)
    try {
      const deliveryId = await under.deliveryOf(3001)
      const restOf = async () =>
        (
          await patient.database.query(
            `SELECT capability.settle_until > capability.registered_at + interval '59.9 seconds' AS registered,
           capability.settle_until > capability.registered_at + interval '60 seconds' AND delivery.settle_until = capability.settle_until AS refused
         FROM delivery JOIN capability USING (submission_id) WHERE delivery.id = $1`,
            [deliveryId],
          )
        )[0]
      expect(await restOf()).toEqual({ registered: true, refused: false })
      const refused = await patient.request('POST', '/manual-grading/capabilities', {
        body: patient.registrationOf(3001),
      })
      expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'delivery_pending' }])
      expect([await restOf(), under.verifications(3001)]).toEqual([{ registered: true, refused: true }, 0])
      await patient.database.query('UPDATE capability SET settle_until = clock_timestamp()')
      await patient.database.query('UPDATE delivery SET settle_until = clock_timestamp()')
      await under.untilState(deliveryId, 'delivered')
      const [sent] = await patient.database.query(
        'SELECT delivery_send.started_at >= delivery.settle_until AS rested FROM delivery JOIN delivery_send ON delivery_id = id WHERE id = $1',
        [deliveryId],
      )
      expect(sent).toEqual({ rested: true })
    } finally {
      await patient.stop()
    }
  })
})

const gradedAtMs = Date.UTC(2026, 10, 2, 12)
const byTeacher = { status: 'ready', grade: 17, gradedAtMs, graderId: 101 } as const
const ended = async (deliveryId: string) => await deliveries.untilState(deliveryId, 'delivered', 'refused', 'ambiguous')
const sendAgain = (deliveryId: string) => service.sendAgain(deliveryId, 'It is wrong.')

/** Delivers the result that stands once more, as after a new registration. */
async function deliverAgain(submissionId: number) {
  const { delivery } = await service.register(submissionId)
  if (delivery === null) throw new Error('nothing is held')
  const isOf = (line: string) => line.includes('"delivery_registered_again"') && line.includes(delivery.id)
  expect(service.logLines.filter(isOf)).toHaveLength(1)
  await deliveries.release(delivery.id)
  return { deliveryId: delivery.id, ...(await ended(delivery.id)) }
}
const verified = async (deliveryId: string) =>
  await expect.poll(async () => (await deliveries.find(deliveryId)).upstream, { interval: 20 }).not.toBeNull()
