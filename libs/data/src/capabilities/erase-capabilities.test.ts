import { afterAll, describe, expect, it } from 'vitest'
import { openGrading } from '../testing/a-delivery.ts'
import { eraseCapabilities } from './erase-capabilities.ts'

const grading = await openGrading()
const { database, owner } = grading
afterAll(() => grading.close())

describe('eraseCapabilities', () => {
  it('counts from a delivery that was given up too, however long ago another arrived', async () => {
    const submissionId = await grading.registered()
    await grading.put(await grading.complete(submissionId, 'pending'), 'delivered')
    await owner.query(
      "UPDATE delivery SET delivered_at = now() - interval '90 days'; UPDATE capability SET used_at = now() - interval '90 days'; UPDATE completed_result SET withdrawn_at = now()",
    )
    await grading.put(await grading.complete(submissionId, 'pending'), 'cancelled')
    const erased = async (daysSince: number) => {
      await owner.query(
        "UPDATE delivery SET cancelled_at = now() - make_interval(days => $1) WHERE state = 'cancelled'",
        [daysSince],
      )
      return await eraseCapabilities(database, { usedDays: 30, batch: 100 })
    }
    expect([await erased(1), await erased(29), await erased(31)]).toEqual([0, 0, 1])
  })
})
