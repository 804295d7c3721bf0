import type { FaultAction } from '@course-grading/test-fake-upstream'
import { describe, expect, it } from 'vitest'
import { patientTimes } from '../../service.fixture.ts'
import { openDeliveries } from '../delivery-under-test.fixture.ts'

const { service, deliveries } = await openDeliveries({ ROLE: 'all', DELIVERY_CONCURRENCY: '8', ...patientTimes })

describe('the verification of an ambiguous delivery', () => {
  it('runs before what is pending, even if many grades are sent to the same origin', async () => {
    const deliveryId = await ambiguousAfter(service.nextSubmissionId(), { kind: 'reset_after_body' })
    const [others, answers] = await eightInFlightOrPending()
    await deliveries.verifyNow(deliveryId)
    const leased = 'SELECT verification_lease_until IS NOT NULL AS leased FROM delivery WHERE id = $1'
    await expect.poll(() => service.database.query(leased, [deliveryId])).toEqual([{ leased: true }])
    answers.first.resolve()
    await eventsUntil(deliveryId, 'verified')
    expect(
      await service.database.query("SELECT count(*) > 0 AS waiting FROM delivery WHERE state = 'pending'"),
    ).toEqual([{ waiting: true }])
    answers.others.resolve()
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

/** Upstream answers none of them before the test says so; four are sent at once. */
async function eightInFlightOrPending() {
  const answers = { first: Promise.withResolvers<void>(), others: Promise.withResolvers<void>() }
  const ids: string[] = []
  const sending = async () =>
    (await service.database.query("SELECT count(*)::int AS count FROM delivery WHERE state = 'sending'"))[0]?.['count']
  for (const submissionId of Array.from({ length: 8 }, service.nextSubmissionId)) {
    const { promise: until } = ids.length === 0 ? answers.first : answers.others
    deliveries.atGrade(submissionId, { kind: 'hold', until })
    await service.register(submissionId)
    ids.push(await service.complete(submissionId))
    await expect.poll(sending).toBe(Math.min(ids.length, 4))
  }
  return [ids, answers] as const
}
const ambiguousAfter = async (submissionId: number, action: FaultAction): Promise<string> => {
  deliveries.atGrade(submissionId, action)
  const deliveryId = await deliveries.deliveryOf(submissionId)
  await deliveries.untilState(deliveryId, 'ambiguous')
  return deliveryId
}
const eventsUntil = (deliveryId: string, last: string) =>
  expect.poll(async () => (await deliveries.eventsOf(deliveryId)).at(-1)).toBe(last)
