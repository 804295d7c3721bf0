import { releaseDelivery } from '@course-grading/data/delivery/release-delivery'
import { queriesOf } from '@course-grading/test-service'
import { afterAll, describe, expect, it } from 'vitest'
import { openService, patientTimes, startReplica } from '../service.fixture.ts'

const service = await openService({ ROLE: 'api' })
const worker = await startReplica(service, { ...patientTimes, ROLE: 'worker' })
afterAll(() => worker.stop())

describe('round trips of a delivery', () => {
  it('are four statements, and six at most with unsuccessful leases', async () => {
    const submissions = Array.from({ length: 24 }, (_, index) => 3001 + index)
    const each = (await statementsOfDeliveries(submissions)) / submissions.length
    expect(each).toBeGreaterThanOrEqual(4)
    expect(each).toBeLessThanOrEqual(6)
  }, 90_000)
})

/** Statements that a worker runs at intervals, even without deliveries. */
const upkeep = [
  'leaseVerification',
  'leaseStandingVerification',
  'reapExpiredLeases',
  'countDeliveries',
  'findDeliveryControl',
  'followServer',
  'findLossySettings',
]
/** How many statements there are of deliveries that become due at the same time, until their verifications after the sends are recorded. */
async function statementsOfDeliveries(submissions: readonly number[]): Promise<number> {
  const ids: string[] = []
  for (const submissionId of submissions) {
    await service.register(submissionId)
    ids.push(await service.complete(submissionId, {}, 'held'))
  }
  await service.markReleased(ids)
  const queries = await queriesOf(worker, async () => {
    await service.deps.database.transaction(async (tx) => {
      for (const deliveryId of ids) await releaseDelivery(tx, { deliveryId, courseId: 11, byUserId: 101 })
    })
    await expect
      .poll(
        async () =>
          (
            await service.database.query('SELECT FROM delivery WHERE id = ANY ($1) AND verified_after_at IS NOT NULL', [
              ids,
            ])
          ).length,
        { timeout: 60_000, interval: 50 },
      )
      .toBe(ids.length)
  })
  return Object.entries(queries).reduce((sum, [name, count]) => sum + (upkeep.includes(name) ? 0 : count), 0)
}
