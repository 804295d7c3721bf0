import { describe, expect, it } from 'vitest'
import { openDeliveries } from './delivery-under-test.fixture.ts'

const { service, deliveries } = await openDeliveries({ ROLE: 'all' })

describe('deliver, over a grade upstream', () => {
  const gradedByPerson = (submissionId: number): void => {
    Object.assign(deliveries.upstreamOf(submissionId), {
      status: 'ready',
      grade: 17,
      gradedAtMs: Date.UTC(2026, 10, 2, 12),
      graderId: 101,
    })
  }

  it('makes the delivery refused if somebody graded meanwhile, and records the seen grade', async () => {
    const submissionId = service.nextSubmissionId()
    gradedByPerson(submissionId)
    const deliveryId = await deliveries.deliveryOf(submissionId)
    expect(await deliveries.untilState(deliveryId, 'delivered', 'refused', 'ambiguous')).toMatchObject({
      state: 'refused',
      kind: 'graded_elsewhere',
      seenUpstream: { grade: 17, gradingTime: expect.stringContaining('2026-11-02T') },
    })
    expect([deliveries.posts(submissionId), deliveries.upstreamOf(submissionId).grade]).toEqual([0, 17])
  })

  it('replaces an automatic grade', async () => {
    const submissionId = service.nextSubmissionId()
    Object.assign(deliveries.upstreamOf(submissionId), {
      status: 'ready',
      grade: 3,
      gradedAtMs: Date.UTC(2026, 10, 2, 12),
    })
    await deliveries.untilState(await deliveries.deliveryOf(submissionId), 'delivered')
    expect(deliveries.posts(submissionId)).toBe(1)
  })

  it('sends nothing if the grade of this delivery already stands', async () => {
    const submissionId = service.nextSubmissionId()
    await service.register(submissionId)
    const deliveryId = await service.complete(submissionId, {}, 'held')
    Object.assign(deliveries.upstreamOf(submissionId), {
      status: 'ready',
      gradedAtMs: Date.UTC(2026, 10, 2, 12),
      gradingData: { delivery_id: `${deliveryId}.1` },
    })
    await deliveries.release(deliveryId)
    expect(await deliveries.untilState(deliveryId, 'delivered', 'refused')).toMatchObject({
      state: 'delivered',
      confirmedBy: 'read_back',
      sends: [],
    })
    expect(deliveries.posts(submissionId)).toBe(0)
  })

  it('replaces our own earlier grade after the submission was registered again, and no other grade', async () => {
    const submissionId = service.nextSubmissionId()
    await deliveries.untilState(await deliveries.deliveryOf(submissionId), 'delivered')
    await expect.poll(() => deliveries.verifications(submissionId)).toBe(2)
    for (const expected of ['delivered', 'refused']) {
      const { delivery } = await service.register(submissionId)
      expect(delivery?.state).toBe('held')
      expect(
        service.logLines.filter(
          (line) => line.includes('"delivery_registered_again"') && line.includes(delivery?.id ?? '?'),
        ),
      ).toHaveLength(1)
      if (expected === 'refused') gradedByPerson(submissionId)
      await deliveries.release(delivery?.id ?? '')
      expect((await deliveries.untilState(delivery?.id ?? '', 'delivered', 'refused')).state).toBe(expected)
      if (expected === 'delivered') await expect.poll(() => deliveries.verifications(submissionId)).toBe(4)
    }
    expect(deliveries.posts(submissionId)).toBe(2)
  })
})
