import { expect } from 'vitest'
import { countQueues } from './queue-gauges.ts'
import { it } from './open-claims.fixture.ts'

it('counts waiting and held submissions, and measures how late work is', async ({ world }) => {
  expect(await countQueues(world.frontend)).toEqual({ waiting: 0, held: 0, lapsed: 0, oldestWaitingS: 0, overdueS: 0 })
  const late = await world.anExercise({ dueAt: new Date(Date.now() - 600_000).toISOString() })
  const [held, lapsed] = [await world.aSubmission(late), await world.aSubmission(late)]
  for (const id of [held, lapsed]) await world.claim(late, 101, id)
  expect(await countQueues(world.frontend)).toMatchObject({ waiting: 0, held: 2, overdueS: 0 })
  await world.lapse(lapsed)
  const waiting = await world.aSubmission(
    await world.anExercise({ dueAt: new Date(Date.now() + 600_000).toISOString() }),
  )
  await world.owner.query("UPDATE submission SET registered_at = now() - interval '1 hour' WHERE submission_id = $1", [
    waiting,
  ])
  const counts = await countQueues(world.frontend)
  expect(counts).toMatchObject({ waiting: 2, held: 1, lapsed: 1 })
  expect([Math.round(counts.oldestWaitingS / 60), Math.round(counts.overdueS / 60)]).toEqual([60, 10])
})
