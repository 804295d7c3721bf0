import { describe, expect } from 'vitest'
import { eraseCapabilities } from './erase-capabilities.ts'
import { it } from './open-capabilities.fixture.ts'

describe('eraseCapabilities', () => {
  it('counts the days from a cancelled delivery, too, even if an earlier delivery arrived long ago', async ({
    world,
  }) => {
    const submissionId = await world.registered()
    await world.bringTo(await world.complete(submissionId, 'pending'), 'delivered')
    await world.owner.query(
      "UPDATE delivery SET delivered_at = now() - interval '90 days'; UPDATE capability SET used_at = now() - interval '90 days'",
    )
    await world.reopen(submissionId)
    await world.bringTo(await world.complete(submissionId, 'pending'), 'cancelled')
    const erased = async (daysSince: number) => {
      await world.owner.query(
        "UPDATE delivery SET cancelled_at = now() - make_interval(days => $1) WHERE state = 'cancelled'",
        [daysSince],
      )
      return await eraseCapabilities(world.database, { usedDays: 30, batch: 100 })
    }
    expect(await erased(1)).toBe(0)
    expect(await erased(29)).toBe(0)
    expect(await erased(31)).toBe(1)
  })

  it('counts the days from the last delivery of the submission, and keeps the URL until that delivery is final', async ({
    world,
  }) => {
    const here = await world.anExercise()
    const [lately, again, longAgo] = [
      await world.registered(here),
      await world.registered(here),
      await world.registered(here),
    ]
    for (const submissionId of [lately, again, longAgo])
      await world.bringTo(await world.complete(submissionId, 'pending'), 'delivered')
    await world.owner.query(
      "UPDATE capability SET used_at = now() - interval '31 days' WHERE submission_id = ANY ($1)",
      [[lately, again, longAgo]],
    )
    await world.owner.query(
      "UPDATE delivery SET delivered_at = now() - interval '31 days' WHERE submission_id = ANY ($1)",
      [[again, longAgo]],
    )
    await world.reopen(again)
    await world.complete(again, 'held')
    expect(await eraseCapabilities(world.database, { usedDays: 30, batch: 100 })).toBe(1)
    expect(
      [await world.rowOf(lately), await world.rowOf(again), await world.rowOf(longAgo)].map(
        (row) => (row as { sealed_url: unknown }).sealed_url !== null,
      ),
    ).toEqual([true, true, false])
  })
})
