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

  it('erases URLs that expired unused or were used long ago, in batches, and keeps URLs that are still needed', async () => {
    await eraseCapabilities(database, { usedDays: 30, batch: 100 })
    const ids = await inEveryState(await anExercise())
    const all = Object.values(ids)
    await owner.query(
      "UPDATE capability SET registered_at = now() - interval '200 days', expires_at = now() - interval '20 days' WHERE submission_id = ANY ($1)",
      [all],
    )
    const erased = async () =>
      (
        await owner.query<{ submission_id: string }>(
          'SELECT submission_id FROM capability WHERE submission_id = ANY ($1) AND sealed_url IS NULL ORDER BY 1',
          [all],
        )
      ).rows.map((row) => Number(row.submission_id))
    expect([
      await eraseCapabilities(database, { usedDays: 30, batch: 3 }),
      await eraseCapabilities(database, { usedDays: 30, batch: 3 }),
      await eraseCapabilities(database, { usedDays: 30, batch: 3 }),
    ]).toEqual([3, 1, 0])
    expect(await erased()).toEqual([ids.none, ids.held, ids.refused, ids.cancelled])
    await owner.query("UPDATE capability SET used_at = now() - interval '31 days' WHERE submission_id = $1", [
      ids.delivered,
    ])
    expect([await eraseCapabilities(database, { usedDays: 30, batch: 3 }), await erased()]).toEqual([
      1,
      [ids.none, ids.held, ids.delivered, ids.refused, ids.cancelled],
    ])
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
