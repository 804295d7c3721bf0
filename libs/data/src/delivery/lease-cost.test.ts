import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openGrading, type Grading } from '../testing/a-delivery.ts'
import { leaseStatement } from './lease-delivery.ts'

const [empty, full] = [await openGrading(), await openGrading()]
afterAll(async () => {
  await empty.close()
  await full.close()
})

const cancelled = 5_000
const pending = 500

/** In the order in which they were made, as the product's ids are. */
const idOf = (number: string) =>
  `(lpad(to_hex(${number}), 12, '0') || '70008000' || substr(md5(${number}::text), 1, 12))::uuid`

/** Writes pending deliveries directly, since making thousands of them step by step takes long. */
async function fill({ owner, courseId }: Grading, { from, count }: { from: number; count: number }): Promise<void> {
  const ids = 'generate_series($2::int, $2 + $3 - 1) AS id'
  const given = [courseId, from, count]
  await owner.query(
    `INSERT INTO submission (submission_id, course_id, exercise_id, submitted_at, language, attempt, max_points, in_queue, fixture, registered_at)
    SELECT id, $1, 11, date_trunc('milliseconds', now()), 'en', 1, 10, FALSE, FALSE, now() FROM ${ids}`,
    given,
  )
  await owner.query(
    'INSERT INTO submission_submitter (submission_id, user_id) SELECT id, id % 1000 + 1 FROM generate_series($1::int, $1 + $2 - 1) AS id',
    [from, count],
  )
  await owner.query(
    `INSERT INTO capability (submission_id, course_id, exercise_id, sealed_url, key_id, origin_digest, max_points, registered_at, replaced, settle_until, expires_at, fixture)
    SELECT id, $1, 11, 'sealed', 'k-1', '', 10, now(), FALSE, now(), now() + interval '1 day', FALSE FROM ${ids}`,
    given,
  )
  await owner.query('BEGIN')
  await owner.query(
    `INSERT INTO assessment (id, submission_id, course_id, exercise_id, round, state, revision, grader_id, rubric_version, rubric_wording,
      scores, private_note, part_revisions, points, started_at, updated_at, completed_at, fixture)
    SELECT ${idOf('id')}, id, $1, 11, 1, 'completed', 1, 101, 0, 0, '{}', '', '{}', 7.5, now(), now(), now(), FALSE FROM ${ids}`,
    given,
  )
  await owner.query(
    `INSERT INTO completed_result (id, submission_id, course_id, exercise_id, points, max_points, feedback_html, payload, created_at, fixture,
      assessment_id, rubric_version, rubric_wording, scores, feedback_revision)
    SELECT ${idOf('id')}, id, $1, 11, 7.5, 10, '<p>good</p>', '{}', now(), FALSE, ${idOf('id')}, 0, 0, '{}', 1 FROM ${ids}`,
    given,
  )
  await owner.query('COMMIT')
  await owner.query(
    `INSERT INTO delivery (id, submission_id, course_id, exercise_id, result_id, state, epoch, send_number, not_before, failures, verifications,
      verification_epoch, overwrite_seen, notify, fixture, created_at, updated_at)
    SELECT ${idOf('submission_id')}, submission_id, course_id, exercise_id, id, 'pending', 0, 1, now(), 0, 0, 0, FALSE, FALSE, FALSE, now(), now()
    FROM completed_result WHERE submission_id BETWEEN $1 AND $2`,
    [from, from + count - 1],
  )
}

function medianOf(durations: readonly number[]): number {
  return durations.toSorted((one, other) => one - other)[Math.floor(durations.length / 2)] ?? 0
}

/** Prepares the lease on a connection of its own, as the service does, and gives the statement that runs it. */
async function withPreparedLease<T>(
  { testDatabase }: Grading,
  use: (client: pg.Client, run: string) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: testDatabase.urls.manualGrading })
  await client.connect()
  try {
    const { sql, values } = leaseStatement({ workerId: randomUUID(), leaseS: 60 })
    await client.query(`PREPARE lease AS ${sql.replaceAll('$slonik_', '$')}`)
    const given = values.map((value) => pg.escapeLiteral(Array.isArray(value) ? '{}' : String(value))).join(', ')
    return await use(client, `EXECUTE lease (${given})`)
  } finally {
    await client.end()
  }
}

/** The executed plan of one lease. */
const explainLease = (grading: Grading): Promise<readonly string[]> =>
  withPreparedLease(grading, async (client, run) => {
    const explained = await client.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF) ${run}`,
    )
    return explained.rows.map((row) => row['QUERY PLAN'])
  })

/** Number of pages that a lease read, in memory or not. */
function pagesOf(plan: readonly string[]): number {
  const [, hit = '0', read = '0'] =
    /^ *Buffers: shared(?: hit=(\d+))?(?: read=(\d+))?/.exec(
      plan.find((line) => line.includes('Buffers: shared')) ?? '',
    ) ?? []
  return Number(hit) + Number(read)
}

beforeAll(async () => {
  await fill(full, { from: 1_000_000, count: cancelled })
  await full.owner.query(
    "UPDATE delivery SET state = 'cancelled', not_before = NULL, cancelled_at = now(), cancelled_as = 'person'",
  )
  for (const grading of [empty, full]) {
    await fill(grading, { from: 2_000_000_000, count: pending })
    await grading.owner.query(`
      INSERT INTO course_snapshot (course_id, revision, taken_at, visible, tags, changes)
      VALUES (${grading.courseId}, 1, now(), TRUE, '[]', '{}');
      INSERT INTO roster_student (course_id, user_id, username, full_name, email, tag_slugs, search_text)
      SELECT ${grading.courseId}, id, '', 'Student ' || id, '', '{}', '' FROM generate_series(1, 1000) AS id`)
    // Otherwise the server would vacuum the new rows during the measurement.
    await grading.owner.query('VACUUM ANALYZE')
  }
  await full.owner.query('CHECKPOINT')
}, 600_000)

describe('leaseDelivery', () => {
  it('reads only the due delivery and its rows, by indexes', async () => {
    const plan = await explainLease(full)
    expect(
      plan.filter((line) => line.includes('Seq Scan')).filter((line) => !line.includes('delivery_control')),
    ).toEqual([])
    expect(plan.join('\n')).toContain('delivery__due')
    expect(pagesOf(plan), plan.join('\n')).toBeLessThan(150)
  })

  it('reads the same number of pages however many deliveries are final', async () => {
    const pages: { empty: number[]; full: number[] } = { empty: [], full: [] }
    for (let count = 0; count < 20; count += 1) {
      pages.empty.push(pagesOf(await explainLease(empty)))
      pages.full.push(pagesOf(await explainLease(full)))
    }
    const ratio = medianOf(pages.full) / medianOf(pages.empty)
    expect(
      ratio,
      `pages of a lease after ${cancelled} deliveries: ${medianOf(pages.full)}; after none: ${medianOf(pages.empty)}`,
    ).toBeLessThan(1.3)
    expect(medianOf(pages.empty)).toBeGreaterThan(0)
  })

  it('is planned for five runs of a connection and not again, since planning takes longer than the lease', async () => {
    const plans = await withPreparedLease(full, async (client, run) => {
      for (let count = 0; count < 8; count += 1) await client.query(run)
      return await client.query("SELECT custom_plans, generic_plans FROM pg_prepared_statements WHERE name = 'lease'")
    })
    expect(plans.rows).toEqual([{ custom_plans: '5', generic_plans: '3' }])
  })
})
