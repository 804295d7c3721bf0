import { describe, expect, it } from 'vitest'
import { openDeliveries } from '../delivery-under-test.fixture.ts'

const { service, deliveries } = await openDeliveries({ ROLE: 'all' })

describe('what the learning platform made of a grade', () => {
  it('is recorded by the verification right after the send', async () => {
    const submissionId = service.nextSubmissionId()
    const deliveryId = await delivered(submissionId)
    expect(await deliveries.find(deliveryId)).toMatchObject({
      upstream: {
        at: expect.any(String),
        status: 'ready',
        grade: deliveries.upstreamOf(submissionId).grade,
        latePenalty: null,
      },
      standing: 'ours',
    })
    expect(logged(deliveryId)).toEqual([])
  })

  it('is unknown if that verification failed, and then no standing verification follows', async () => {
    const submissionId = service.nextSubmissionId()
    await service.register(submissionId)
    const deliveryId = await service.complete(submissionId, {}, 'held')
    const fail = () => deliveries.atVerification(submissionId, { kind: 'status', status: 500 })
    // The fault does not affect the first verification.
    service.upstream.faults.add({
      method: 'POST',
      path: `/api/v2/submissions/${submissionId}/grader`,
      times: 1,
      action: { kind: 'delay', delayMs: 300 },
    })
    await deliveries.release(deliveryId)
    await expect.poll(() => deliveries.verifications(submissionId)).toBe(1)
    fail()
    await deliveries.untilState(deliveryId, 'delivered')
    await expect.poll(() => deliveries.verifications(submissionId)).toBe(2)
    expect(await deliveries.find(deliveryId)).toMatchObject({ upstream: null, standing: 'unknown' })
  })

  it('is recorded as changed at once if the grade was lost before that verification, with a log line and a count', async () => {
    const submissionId = service.nextSubmissionId()
    const before = await counted('after_send')
    deliveries.atGrade(submissionId, {
      kind: 'status',
      status: 200,
      contentType: 'application/json',
      body: JSON.stringify({ success: true }),
    })
    const deliveryId = await delivered(submissionId)
    expect(await deliveries.find(deliveryId)).toMatchObject({
      state: 'delivered',
      upstream: { status: 'waiting', grade: 0 },
      standing: 'changed',
    })
    await expect.poll(() => logged(deliveryId).length).toBe(1)
    expect(await counted('after_send')).toBe(before + 1)
  })
})

describe('the standing verification', () => {
  it('changes nothing about a grade that stands', async () => {
    const submissionId = service.nextSubmissionId()
    const deliveryId = await delivered(submissionId)
    await verifyLater(deliveryId)
    expect([(await deliveries.find(deliveryId)).standing, logged(deliveryId)]).toEqual(['ours', []])
    expect([deliveries.posts(submissionId), deliveries.verifications(submissionId)]).toEqual([1, 3])
  })

  it('finds a grade that the platform has lost, reports it, and sends nothing', async () => {
    const submissionId = service.nextSubmissionId()
    const deliveryId = await delivered(submissionId)
    const before = await counted('later')
    Object.assign(deliveries.upstreamOf(submissionId), {
      status: 'waiting',
      grade: 0,
      gradedAtMs: null,
      gradingData: null,
    })
    await verifyLater(deliveryId)
    await expect.poll(() => logged(deliveryId).length).toBe(1)
    expect([
      await counted('later'),
      (await deliveries.find(deliveryId)).standing,
      (await deliveries.find(deliveryId)).state,
    ]).toEqual([before + 1, 'changed', 'delivered'])
    expect([deliveries.posts(submissionId), (await deliveries.eventsOf(deliveryId)).at(-1)]).toEqual([
      1,
      'standing_changed',
    ])
  })

  it('is not repeated if it fails', async () => {
    const submissionId = service.nextSubmissionId()
    const deliveryId = await delivered(submissionId)
    deliveries.atVerification(submissionId, { kind: 'status', status: 500 })
    await verifyLater(deliveryId)
    expect([(await deliveries.find(deliveryId)).standing, deliveries.verifications(submissionId)]).toEqual(['ours', 3])
  })
})

const logged = (id: string) =>
  service.logLines.filter((line) => line.includes('"delivery_standing_changed"') && line.includes(id))
const counted = async (finder: string) =>
  Number(
    new RegExp(`delivery_standing_changes_total\\{finder="${finder}"\\} (\\d+)`).exec(
      await (await fetch(`${service.url}/metrics`)).text(),
    )?.[1],
  )

/** Delivers a grade, and waits until the verification right after its send is recorded. */
async function delivered(submissionId: number): Promise<string> {
  const deliveryId = await deliveries.deliveryOf(submissionId)
  await deliveries.untilState(deliveryId, 'delivered')
  await expect.poll(async () => (await deliveries.find(deliveryId)).upstream, { interval: 20 }).not.toBeNull()
  return deliveryId
}

/** Makes the standing verification due now, and waits until it has ended. */
async function verifyLater(deliveryId: string): Promise<void> {
  const due = () =>
    service.database.query('SELECT FROM delivery WHERE id = $1 AND standing_verification_at IS NOT NULL', [deliveryId])
  expect(await due()).toHaveLength(1)
  await service.database.query('UPDATE delivery SET standing_verification_at = clock_timestamp() WHERE id = $1', [
    deliveryId,
  ])
  await expect.poll(async () => (await due()).length, { interval: 50 }).toBe(0)
}
