import { afterAll, describe, expect, it } from 'vitest'
import { eraseCapabilities } from './erase-capabilities.ts'
import { openCapabilities } from './open-capabilities.fixture.ts'

const { grading, anExercise, rowOf, inEveryState } = await openCapabilities()
const { database, owner, withdraw, registered } = grading
afterAll(() => grading.close())

describe('eraseCapabilities', () => {
  it('counts the days from a cancelled delivery, too, even if an earlier delivery arrived long ago', async () => {
    const submissionId = await grading.registered()
    await grading.put(await grading.complete(submissionId, 'pending'), 'delivered')
    await owner.query(
      "UPDATE delivery SET delivered_at = now() - interval '90 days'; UPDATE capability SET used_at = now() - interval '90 days'",
    )
    await withdraw(submissionId)
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

  it('counts the days from the last delivery of the submission, and keeps the URL until that delivery is final', async () => {
    const here = await anExercise()
    const [lately, again, longAgo] = [await registered(here), await registered(here), await registered(here)]
    for (const submissionId of [lately, again, longAgo])
      await grading.put(await grading.complete(submissionId, 'pending'), 'delivered')
    await owner.query("UPDATE capability SET used_at = now() - interval '31 days' WHERE submission_id = ANY ($1)", [
      [lately, again, longAgo],
    ])
    await owner.query("UPDATE delivery SET delivered_at = now() - interval '31 days' WHERE submission_id = ANY ($1)", [
      [again, longAgo],
    ])
    await withdraw(again)
    await grading.complete(again, 'held')
    expect(await eraseCapabilities(database, { usedDays: 30, batch: 100 })).toBe(1)
    expect(
      [await rowOf(lately), await rowOf(again), await rowOf(longAgo)].map(
        (row) => (row as { sealed_url: unknown }).sealed_url !== null,
      ),
    ).toEqual([true, true, false])
  })
})
