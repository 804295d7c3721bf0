import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chanceFrom } from '../delivery/chance.ts'
import { metricsOf, valueOf } from '../prometheus-text.ts'
import { judgeClaims } from './claims-judge.ts'
import { errorsOf, isAdmitted, storm } from './claims-storm.ts'
import { type ClaimsWorld, exerciseId, startClaimsWorld } from './claims-world.ts'

const size = { processes: 2, graders: 8, submissions: 80, maxOpenClaims: 3 }
let world: ClaimsWorld
beforeAll(async () => {
  world = await startClaimsWorld(size)
}, 120_000)
afterAll(() => world.stop())

describe('eight graders at two processes', () => {
  it('never hold one submission together, and leave none', { timeout: 120_000 }, async () => {
    const seed = randomInt(2 ** 31)
    const replies = await storm(world, chanceFrom(seed))
    expect(
      [...replies.keys()].filter((reply) => !isAdmitted(reply)),
      errorsOf(world),
    ).toEqual([])
    expect({ seed, wrong: (await judgeClaims(world.world, { exerciseId, ...size })).slice(0, 20) }).toEqual({
      seed,
      wrong: [],
    })
    expect(replies.get('claimNext 201')).toBeGreaterThan(size.submissions)
    const sum = async (metric: string) => {
      const texts = await Promise.all(world.processes.map((process) => metricsOf(process)))
      return texts.reduce((total, text) => total + Number(valueOf(text, metric)), 0)
    }
    expect(await sum('claims_total')).toBe(replies.get('claimNext 201'))
    expect(await sum('assessment_completions_total')).toBeLessThanOrEqual(size.submissions)
  })

  it('are seen in the metrics of a process that starts', async () => {
    await world.world.query(
      `UPDATE exercise_grading SET due_at = date_trunc('milliseconds', now()) - interval '1 hour';
      INSERT INTO submission (submission_id, course_id, exercise_id, submitted_at, language, attempt, max_points, in_queue, fixture, registered_at)
      VALUES (1, 11, ${exerciseId}, '2026-11-01Z', 'fi', 1, 100, TRUE, FALSE, now() - interval '2 hours')`,
    )
    const started = await world.world.start('frontend-internal')
    await expect.poll(async () => valueOf(await metricsOf(started), 'queue_waiting'), { timeout: 60_000 }).toBe(1)
    const text = await metricsOf(started)
    expect(['queue_claims_open', 'queue_claims_lapsed'].map((name) => valueOf(text, name))).toEqual([0, 0])
    expect(Math.round(Number(valueOf(text, 'queue_oldest_waiting_seconds')) / 3600)).toBe(2)
    expect(Math.round(Number(valueOf(text, 'queue_overdue_seconds')) / 3600)).toBe(1)
  })
})
