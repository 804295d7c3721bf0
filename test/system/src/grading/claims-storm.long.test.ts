import { fullRun } from '@course-grading/data/testing/full-run'
import { describe, expect } from 'vitest'
import { metricsOf, valueOf } from '../prometheus-text.ts'
import { claimsTest, stormsThrough } from './claims-test.ts'
import { exerciseId } from './claims-world.ts'

const size = fullRun
  ? { processes: 4, graders: 64, submissions: 5_000, maxOpenClaims: 5 }
  : { processes: 2, graders: 8, submissions: 80, maxOpenClaims: 3 }
const it = claimsTest(size)

describe(`${size.graders} graders at ${size.processes} processes`, () => {
  it('never hold one submission together, and leave none', { timeout: 1_800_000 }, async ({ claims }) => {
    const replies = await stormsThrough(claims, size)
    const sum = async (metric: string) => {
      const texts = await Promise.all(claims.processes.map((process) => metricsOf(process)))
      return texts.reduce((total, text) => total + Number(valueOf(text, metric)), 0)
    }
    expect(await sum('claims_total')).toBe(replies.get('claimNext 201'))
    expect(await sum('assessment_completions_total')).toBeLessThanOrEqual(size.submissions)
  })

  it('are seen in the metrics of a process that starts', async ({ claims: { world } }) => {
    await world.query(
      `UPDATE exercise_grading SET due_at = date_trunc('milliseconds', now()) - interval '1 hour';
      INSERT INTO submission (submission_id, course_id, exercise_id, submitted_at, language, attempt, max_points, in_queue, fixture, registered_at)
      VALUES (1, 11, ${exerciseId}, '2026-11-01Z', 'fi', 1, 100, TRUE, FALSE, now() - interval '2 hours')`,
    )
    const started = await world.start('frontend-internal')
    await expect.poll(async () => valueOf(await metricsOf(started), 'queue_waiting'), { timeout: 60_000 }).toBe(1)
    const text = await metricsOf(started)
    expect(['queue_claims_open', 'queue_claims_lapsed'].map((name) => valueOf(text, name))).toEqual([0, 0])
    expect(Math.round(Number(valueOf(text, 'queue_oldest_waiting_seconds')) / 3600)).toBe(2)
    expect(Math.round(Number(valueOf(text, 'queue_overdue_seconds')) / 3600)).toBe(1)
  })
})
