import { afterAll, expect, it } from 'vitest'
import { openClaims } from './open-claims.fixture.ts'
import { countQueues } from './queue-gauges.ts'

const claims = await openClaims()
const { frontend, owner, anExercise, submitted, claim, lapse } = claims
afterAll(() => claims.close())

it('counts waiting and held submissions, and measures how late work is', async () => {
  expect(await countQueues(frontend)).toEqual({ waiting: 0, held: 0, lapsed: 0, oldestWaitingS: 0, overdueS: 0 })
  const late = await anExercise({ dueAt: new Date(Date.now() - 600_000).toISOString() })
  const [held, lapsed] = [await submitted(late), await submitted(late)]
  for (const id of [held, lapsed]) await claim(late, 101, id)
  expect(await countQueues(frontend)).toMatchObject({ waiting: 0, held: 2, overdueS: 0 })
  await lapse(lapsed)
  const waiting = await submitted(await anExercise({ dueAt: new Date(Date.now() + 600_000).toISOString() }))
  await owner.query("UPDATE submission SET registered_at = now() - interval '1 hour' WHERE submission_id = $1", [
    waiting,
  ])
  const counts = await countQueues(frontend)
  expect(counts).toMatchObject({ waiting: 2, held: 1, lapsed: 1 })
  expect([Math.round(counts.oldestWaitingS / 60), Math.round(counts.overdueS / 60)]).toEqual([60, 10])
})
