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

type Order = 'bands' | 'oldest'

let lastGrader = 10_000

/** Milliseconds of a claim by a grader who has none. What was claimed is given back, so that each claim finds as much that waits. */
async function costOf(who: Who, order: Order): Promise<number> {
  lastGrader += 1
  const startedAt = performance.now()
  await claims.given(here, lastGrader, { order, restriction: restrictions[who] })
  const costMs = performance.now() - startedAt
  await owner.query(
    `UPDATE assessment SET holder_id = NULL, claimed_at = NULL, lease_until = NULL, is_offered = FALSE WHERE holder_id IS NOT NULL`,
  )
  return costMs
}

/** Of claims by two graders one after the other: what others do with the machine meanwhile meets both. */
async function pairsOf(one: Who, other: Who, order: Order): Promise<[one: number, other: number][]> {
  const pairs: [number, number][] = []
  for (let round = 0; round < rounds; round += 1) {
    if (round % 2 === 0) pairs.push([await costOf(one, order), await costOf(other, order)])
    else pairs.push([await costOf(other, order), await costOf(one, order)].toReversed() as [number, number])
  }
  return pairs
}

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

describe(`a claim while ${waiting} submissions wait`, { timeout: 300_000 }, () => {
  describe.each(['bands', 'oldest'] as const)('in the order %s', (order) => {
    it.each(['aHundredthByTag', 'aHundredthByLanguage'] as const)(
      'takes at most twice as long for whoever may take a hundredth (%s)',
      async (who) => {
        const pairs = await pairsOf(who, 'everything', order)
        expect(median(pairs.map(([little, all]) => little / all)), JSON.stringify(pairs)).toBeLessThanOrEqual(2)
      },
    )

    it.each(['nothingByTag', 'nothingByLanguage'] as const)(
      'takes at most 300 ms for whoever may take nothing (%s)',
      async (who) => {
        const costs: number[] = []
        for (let round = 0; round < rounds; round += 1) costs.push(await costOf(who, order))
        expect(median(costs), JSON.stringify(costs)).toBeLessThanOrEqual(300)
      },
    )
  })

  it('costs the same whatever is finished', async () => {
    const costs = async (): Promise<number> => {
      const taken: number[] = []
      for (let round = 0; round < rounds; round += 1) taken.push(await costOf('everything', 'bands'))
      return median(taken)
    }
    const before = await costs()
    await finish(waiting / 2)
    const after = await costs()
    expect(after, JSON.stringify({ before, after })).toBeLessThanOrEqual(2 * before)
  })
})

/** Completes a number of those that wait, as their graders would. What triggers check of each is so by construction. */
async function finish(count: number): Promise<void> {
  await owner.query('SET session_replication_role = replica')
  await owner.query(
    `
    WITH done AS MATERIALIZED (
      SELECT submission_id, course_id, exercise_id, gen_random_uuid() AS assessment_id FROM submission
      WHERE exercise_id = $1 AND in_queue AND NOT EXISTS (SELECT FROM assessment WHERE assessment.submission_id = submission.submission_id)
      ORDER BY submission_id LIMIT $2
    ),
    judged AS (
      INSERT INTO assessment (id, submission_id, course_id, exercise_id, round, state, revision, grader_id, rubric_version, rubric_wording,
        scores, private_note, part_revisions, points, started_at, updated_at, completed_at, fixture)
      SELECT assessment_id, submission_id, course_id, exercise_id, 1, 'completed', 1, 101, 0, 0, '{}', '', '{}', 5, now(), now(), now(), FALSE
      FROM done
    ),
    resulting AS (
      INSERT INTO completed_result (id, submission_id, course_id, exercise_id, points, max_points, feedback_html, payload, created_at,
        fixture, assessment_id, rubric_version, rubric_wording, scores, feedback_revision)
      SELECT gen_random_uuid(), submission_id, course_id, exercise_id, 5, 10, '', '{}', now(), FALSE, assessment_id, 0, 0, '{}', 1 FROM done
    )
    UPDATE submission SET in_queue = FALSE FROM done WHERE submission.submission_id = done.submission_id`,
    [here.exerciseId, count],
  )
  await owner.query('RESET session_replication_role')
  // As the server does by itself when so much has changed: a plan from when there were no assessments ends with it.
  await owner.query('VACUUM ANALYZE')
}
