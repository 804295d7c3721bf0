import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { claimStatement } from './claim-next.ts'
import { openClaims } from './open-claims.fixture.ts'

const waiting = 20_000
const claims = await openClaims()
const { owner } = claims
const frontend = new pg.Client({ connectionString: claims.testDatabase.urls.frontendInternal })
await frontend.connect()
afterAll(async () => {
  await frontend.end()
  await claims.close()
})

let here: { courseId: number; exerciseId: number }
beforeAll(async () => {
  here = await claims.anExercise()
  // Each of 1,200 students has a tag of a hundredth of them.
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
})

/** The plan of a claim as the server makes and runs it for the frontend's role; nothing is kept of the claim. */
async function planOf(claim: ReturnType<typeof claims.ofGrader>, mode: string): Promise<string> {
  const { sql, values } = claimStatement(claim)
  await frontend.query(`DEALLOCATE ALL; BEGIN; SET LOCAL jit = off; SET LOCAL plan_cache_mode = ${mode}`)
  // As the statement of locks before it does.
  await frontend.query('SET LOCAL enable_sort = off; SET LOCAL enable_bitmapscan = off')
  await frontend.query(`PREPARE asked AS ${sql.replaceAll('$slonik_', '$')}`)
  const given = values.map((value) =>
    value === null ? 'NULL' : pg.escapeLiteral(Array.isArray(value) ? `{${value.join(',')}}` : String(value)),
  )
  const { rows } = await frontend.query<{ 'QUERY PLAN': string }>(
    `EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF, BUFFERS OFF) EXECUTE asked (${given.join(', ')})`,
  )
  await frontend.query('ROLLBACK')
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

const restricted = (change: object) => ({
  restriction: { languages: ['fi', 'en'], courseLanguages: ['fi', 'en'], tags: null, ...change },
})
const graders = [
  ['who may take everything', {}, 5],
  ['who may take a hundredth, by tag', restricted({ tags: ['t3'] }), 2_000],
  ['who may take a hundredth, by language', restricted({ languages: ['en'] }), 2_000],
  ['who may take nothing', restricted({ tags: ['nobody'] }), waiting],
] as const

describe.each([
  ['while the planner knows nothing of the table', 'SELECT'],
  ['after its statistics were taken', 'ANALYZE'],
])('the plan of a claim, %s', (_when, before) => {
  beforeAll(async () => {
    await owner.query(before)
  })

  it.each(
    graders.flatMap((grader) =>
      (['bands', 'oldest'] as const).flatMap((order) =>
        (['force_custom_plan', 'force_generic_plan'] as const).map((mode) => [...grader, order, mode] as const),
      ),
    ),
  )('of a grader %s reads the queue in its order (%#)', async (_who, change, passedBy, order, mode) => {
    const plan = await planOf(claims.ofGrader(here, 101, { order, ...change }), mode)
    expect(plan).toContain(`Index Scan using submission__queue_${order} on submission known`)
    expect(plan).not.toMatch(/Seq Scan on (submission|submission_submitter)\b/)
    const removed = [...plan.matchAll(/Rows Removed by Filter: (\d+)/g)].map(([, rows]) => Number(rows))
    // Students are read as a whole, once.
    expect(Math.max(0, ...removed.filter((rows) => rows !== 1_200 && rows !== 1_188))).toBeLessThanOrEqual(passedBy)
  })
})
