import type { FaultAction } from '@course-grading/test-fake-upstream'
import { describe, expect, it } from 'vitest'
import { patientTimes } from '../../service.fixture.ts'
import { openDeliveries } from '../delivery-under-test.fixture.ts'

const { service, deliveries } = await openDeliveries({ ROLE: 'all', DELIVERY_CONCURRENCY: '8', ...patientTimes })

describe('the verification of an ambiguous delivery', () => {
  it('runs even if many grades are sent to the same origin', async () => {
    const deliveryId = await ambiguousAfter(service.nextSubmissionId(), { kind: 'reset_after_body' })
    const others: string[] = []
    for (const submissionId of Array.from({ length: 8 }, service.nextSubmissionId)) {
      deliveries.atGrade(submissionId, { kind: 'delay', delayMs: 2_000 })
      await service.register(submissionId)
      others.push(await service.complete(submissionId, {}, 'held'))
    }
    await service.database.query("UPDATE delivery SET state = 'pending', not_before = now() WHERE state = 'held'")
    const sending = async () =>
      (await service.database.query("SELECT count(*)::int AS count FROM delivery WHERE state = 'sending'"))[0]?.[
        'count'
      ]
    await expect.poll(sending).toBe(4)
    await deliveries.verifyNow(deliveryId)
    await eventsUntil(deliveryId, 'verified')
    expect(
      await service.database.query("SELECT count(*) > 0 AS waiting FROM delivery WHERE state = 'pending'"),
    ).toEqual([{ waiting: true }])
    service.upstream.faults.clear() // the others need not be slow
    for (const id of others) await deliveries.untilState(id, 'delivered')
  })

  it('proves nothing without a mark, and sends nothing', async () => {
    const submissionId = service.nextSubmissionId()
    const deliveryId = await ambiguousAfter(submissionId, { kind: 'reset_after_body' })
    await deliveries.verifyNow(deliveryId)
    await eventsUntil(deliveryId, 'verified')
    expect(await deliveries.find(deliveryId)).toMatchObject({
      state: 'ambiguous',
      seenUpstream: { grade: 0, gradingTime: null },
    })
    expect([deliveries.posts(submissionId), deliveries.verifications(submissionId)]).toEqual([1, 2])
  })

  it('keeps the delivery ambiguous if it is refused, and finds the grade later', async () => {
    const submissionId = service.nextSubmissionId()
    const deliveryId = await ambiguousAfter(submissionId, { kind: 'drop_answer' })
    deliveries.atVerification(submissionId, { kind: 'status', status: 404 })
    await deliveries.verifyNow(deliveryId)
    await eventsUntil(deliveryId, 'verification_failed')
    expect(await deliveries.find(deliveryId)).toMatchObject({ state: 'ambiguous', seenUpstream: null })
    await deliveries.verifyNow(deliveryId)
    expect(await deliveries.untilState(deliveryId, 'delivered')).toMatchObject({
      confirmedBy: 'read_back',
      sends: [{ number: 1, outcome: 'delivered' }],
    })
    expect([deliveries.upstreamOf(submissionId).timesGraded, deliveries.posts(submissionId)]).toEqual([1, 1])
  })

  it('keeps the delivery ambiguous if the capability was erased', async () => {
    const submissionId = service.nextSubmissionId()
    const deliveryId = await ambiguousAfter(submissionId, { kind: 'drop_answer' })
    await service.database.query('UPDATE capability SET sealed_url = NULL WHERE submission_id = $1', [submissionId])
    const before = deliveries.verifications(submissionId)
    await deliveries.verifyNow(deliveryId)
    await eventsUntil(deliveryId, 'verification_failed')
    expect(deliveries.verifications(submissionId)).toBe(before)
  })
})

const ambiguousAfter = async (submissionId: number, action: FaultAction): Promise<string> => {
  deliveries.atGrade(submissionId, action)
  const deliveryId = await deliveries.deliveryOf(submissionId)
  await deliveries.untilState(deliveryId, 'ambiguous')
  return deliveryId
}
const eventsUntil = (deliveryId: string, last: string) =>
  expect.poll(async () => (await deliveries.eventsOf(deliveryId)).at(-1)).toBe(last)
