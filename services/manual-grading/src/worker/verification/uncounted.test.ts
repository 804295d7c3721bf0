import { describe, expect, it } from 'vitest'
import { openDeliveries } from '../delivery-under-test.fixture.ts'

const { service, deliveries } = await openDeliveries({ ROLE: 'all' })

describe('an attempt that the learning platform makes unofficial when it is graded', () => {
  it('supersedes nothing from the look after the send on, until it is registered again', async () => {
    const [older, newer] = await attemptsOf(901)
    expect(await isQueued(older)).toBe(false)
    deliveries.upstreamOf(newer).status = 'unofficial'
    await gradeOf(newer)
    await expect.poll(() => isQueued(older)).toBe(true)
    await service.register(newer, { submitterIds: [901], submittedAt: second })
    expect(await isQueued(older)).toBe(false)
  })

  it('supersedes, once it is counted', async () => {
    const [older, newer] = await attemptsOf(902)
    const deliveryId = await gradeOf(newer)
    await expect.poll(async () => (await deliveries.find(deliveryId)).standing).toBe('ours')
    expect(await isQueued(older)).toBe(false)
  })

  it('supersedes as the registration said, if it was registered again before the look was recorded', async () => {
    const [older, newer] = await attemptsOf(903)
    deliveries.upstreamOf(newer).status = 'unofficial'
    await service.database.query(
      "UPDATE capability SET registered_at = now() + interval '1 hour' WHERE submission_id = $1",
      [newer],
    )
    const deliveryId = await gradeOf(newer)
    await expect.poll(async () => (await deliveries.find(deliveryId)).upstream?.status).toBe('unofficial')
    expect(await isQueued(older)).toBe(false)
  })
})

const [first, second] = ['2026-11-01T10:00:00Z', '2026-11-02T10:00:00Z']

/** Two submissions of a person; the newer one supersedes the older one. */
async function attemptsOf(userId: number): Promise<readonly [number, number]> {
  const [older, newer] = [service.nextSubmissionId(), service.nextSubmissionId()]
  await service.register(older, { submitterIds: [userId], submittedAt: first })
  await service.register(newer, { submitterIds: [userId], submittedAt: second })
  return [older, newer]
}

async function gradeOf(submissionId: number): Promise<string> {
  const deliveryId = await service.complete(submissionId)
  await deliveries.untilState(deliveryId, 'delivered')
  return deliveryId
}

const isQueued = async (submissionId: number) =>
  (await service.database.query('SELECT in_queue FROM submission WHERE submission_id = $1', [submissionId]))[0]?.[
    'in_queue'
  ]
