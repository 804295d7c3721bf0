import { performance } from 'node:perf_hooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openClaims } from './open-claims.fixture.ts'

const waiting = 100_000
const rounds = 25
const claims = await openClaims()
const { owner } = claims
afterAll(() => claims.close())

let here: Awaited<ReturnType<typeof claims.anExercise>>
beforeAll(async () => {
  here = await claims.anExercise({ maxOpenClaims: 50 })
  const tags = Array.from({ length: 1_200 }, (_, index) => [5_000 + index, [`t${index % 100}`]] as const)
  await claims.enrol(here, Object.fromEntries(tags))
  await owner.query(
    `INSERT INTO submission (submission_id, course_id, exercise_id, submitted_at, language, attempt, max_points, in_queue, fixture, registered_at)
    SELECT 1000000 + id, $1, $2, '2026-09-01Z'::timestamptz + id * interval '1 minute', CASE id % 100 WHEN 7 THEN 'en' ELSE 'fi' END, 1, 10,
      TRUE, FALSE, now()
    FROM generate_series(1, $3::integer) AS id`,
    [here.courseId, here.exerciseId, waiting],
  )
  await owner.query(
    'INSERT INTO submission_submitter SELECT 1000000 + id, 5000 + id * 7 % 1200 FROM generate_series(1, $1::integer) AS id',
    [waiting],
  )
  await owner.query('VACUUM ANALYZE')
}, 300_000)

const whole = { languages: ['fi', 'en'], courseLanguages: ['fi', 'en'], tags: null }
const restrictions = {
  everything: null,
  aHundredthByTag: { ...whole, tags: ['t3'] },
  aHundredthByLanguage: { ...whole, languages: ['en'] },
  nothingByTag: { ...whole, tags: ['nobody'] },
  nothingByLanguage: { ...whole, languages: [] },
} as const
type Who = keyof typeof restrictions

/** Milliseconds of a claim by each grader, the least of many claims that take turns: others who use the machine only add to them. */
async function costs(order: 'bands' | 'oldest'): Promise<Record<Who, number>> {
  const taken = new Map<Who, number[]>()
  for (let round = 0; round < rounds; round += 1)
    for (const who of Object.keys(restrictions) as Who[]) {
      const startedAt = performance.now()
      await claims.given(here, 10_000 + round, { order, restriction: restrictions[who] })
      taken.set(who, [...(taken.get(who) ?? []), performance.now() - startedAt])
      await owner.query('UPDATE assessment SET is_offered = FALSE WHERE is_offered')
    }
  return Object.fromEntries(Array.from(taken, ([who, times]) => [who, Math.min(...times)])) as Record<Who, number>
}

describe(`a claim while ${waiting} submissions wait`, () => {
  it.each(['bands', 'oldest'] as const)(
    'costs about as much for whoever may take little (order %s)',
    { timeout: 300_000 },
    async (order) => {
      const cost = await costs(order)
      // Twice as long, and two milliseconds by which a busy machine is wrong.
      for (const who of ['aHundredthByTag', 'aHundredthByLanguage'] as const)
        expect(cost[who], JSON.stringify(cost)).toBeLessThanOrEqual(2 * cost.everything + 2)
      for (const who of ['nothingByTag', 'nothingByLanguage'] as const)
        expect(cost[who], JSON.stringify(cost)).toBeLessThanOrEqual(300)
    },
  )

  it('costs the same whatever is finished', { timeout: 300_000 }, async () => {
    const before = await costs('bands')
    await owner.query(
      `INSERT INTO completed_result (id, submission_id, course_id, exercise_id, points, max_points, feedback_html, payload, created_at, fixture)
      SELECT gen_random_uuid(), submission_id, course_id, exercise_id, 5, 10, '', '{}', now(), FALSE FROM submission
      WHERE exercise_id = $1 AND in_queue AND held_until IS NULL ORDER BY submission_id LIMIT 50000`,
      [here.exerciseId],
    )
    await owner.query(
      'UPDATE submission SET in_queue = FALSE FROM completed_result WHERE completed_result.submission_id = submission.submission_id',
    )
    const after = await costs('bands')
    expect(after.everything, JSON.stringify({ before, after })).toBeLessThanOrEqual(2 * before.everything + 2)
  })
})
