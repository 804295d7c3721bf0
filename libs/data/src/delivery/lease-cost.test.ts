import { performance } from 'node:perf_hooks'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { openGrading, type Grading } from '../testing/a-delivery.ts'
import { leaseDelivery, leaseStatement } from './lease-delivery.ts'

const fullRun = inject('fullRun')
const [empty, full] = [await openGrading(), await openGrading()]
afterAll(async () => {
  await empty.close()
  await full.close()
})

const finished = fullRun ? 1_000_000 : 20_000
const pending = fullRun ? 10_000 : 2_000

/** In the order in which they were made, as the product's ids are. */
const idOf = (number: string) => `(lpad(to_hex(${number}), 12, '0') || '70008000' || substr(md5(${number}::text), 1, 12))::uuid`

/** Deliveries by the million would take hours step by step: they are written as they would stand there. */
async function fill(grading: Grading, { from, count, state }: { from: number; count: number; state: 'delivered' | 'pending' }): Promise<void> {
  const { owner, courseId } = grading
  await owner.query('SET session_replication_role = replica')
  await owner.query(`INSERT INTO submission (submission_id, course_id, exercise_id, submitted_at, language, attempt, max_points, in_queue, fixture, registered_at)
    SELECT id, $1, 11, now(), 'en', 1, 10, FALSE, FALSE, now() FROM generate_series($2::int, $2 + $3 - 1) AS id`, [courseId, from, count])
  await owner.query(`INSERT INTO capability (submission_id, course_id, exercise_id, sealed_url, key_id, max_points, registered_at, replaced, expires_at, fixture)
    SELECT id, $1, 11, 'sealed', 'k-1', 10, now(), FALSE, now() + interval '1 day', FALSE FROM generate_series($2::int, $2 + $3 - 1) AS id`, [courseId, from, count])
  await owner.query(`INSERT INTO completed_result (id, submission_id, course_id, exercise_id, points, max_points, feedback_html, payload, created_at, fixture)
    SELECT ${idOf('id')}, id, $1, 11, 7.5, 10, '<p>good</p>', '{}', now(), FALSE FROM generate_series($2::int, $2 + $3 - 1) AS id`, [courseId, from, count])
  await owner.query(`INSERT INTO delivery (id, submission_id, course_id, exercise_id, result_id, state, epoch, send_number, door_at, not_before, failures,
      delivered_at, confirmed_by, delivered_number, looks, look_epoch, overwrite_seen, fixture, created_at, updated_at)
    SELECT ${idOf('submission_id')}, submission_id, course_id, exercise_id, id, $3, 1, 1, CASE $3 WHEN 'delivered' THEN now() END,
      CASE $3 WHEN 'pending' THEN now() END, 0, CASE $3 WHEN 'delivered' THEN now() END, CASE $3 WHEN 'delivered' THEN 'answer' END,
      CASE $3 WHEN 'delivered' THEN 1 END, 0, 0, FALSE, FALSE, now(), now()
    FROM completed_result WHERE submission_id BETWEEN $1 AND $2`, [from, from + count - 1, state])
  await owner.query('SET session_replication_role = origin')
}

/** How long a lease takes, in milliseconds. */
async function leaseMs({ database }: Grading): Promise<number> {
  const started = performance.now()
  if (await leaseDelivery(database, { workerId: randomUUID(), leaseS: 60 }) === null) throw new Error('nothing was due')
  return performance.now() - started
}

function medianOf(durations: readonly number[]): number {
  return durations.toSorted((one, other) => one - other)[Math.floor(durations.length / 2)] ?? 0
}

describe('leaseDelivery', () => {
  it('costs the same whatever was delivered before', async () => {
    const from = 2_000_000_000
    await fill(full, { from: 1_000_000, count: finished, state: 'delivered' })
    for (const grading of [empty, full]) {
      await fill(grading, { from, count: pending, state: 'pending' })
      // Or the server would tidy up what was just written in the middle of it.
      await grading.owner.query('VACUUM ANALYZE')
    }
    await full.owner.query('CHECKPOINT')
    const durations: { empty: number[]; full: number[] } = { empty: [], full: [] }
    // In turns, so that whatever else the machine does meets both.
    for (let count = 0; count < 500; count += 1) {
      durations.empty.push(await leaseMs(empty))
      durations.full.push(await leaseMs(full))
    }
    const ratio = medianOf(durations.full) / medianOf(durations.empty)
    // Looking through what was delivered would take many times as long; the slack is for a machine that is busy.
    expect(ratio, `after ${finished} deliveries, a lease compared with one after none`).toBeLessThan(2)
  }, 600_000)

  it('reads the one that is due and what belongs to it, by indexes alone', async () => {
    const client = new pg.Client({ connectionString: full.testDatabase.urls.manualGrading })
    await client.connect()
    const { sql, values } = leaseStatement({ workerId: randomUUID(), leaseS: 60 })
    await client.query(`PREPARE lease AS ${sql.replaceAll('$slonik_', '$')}`)
    const given = values.map((value) => pg.escapeLiteral(Array.isArray(value) ? '{}' : String(value))).join(', ')
    const explained = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN (ANALYZE, BUFFERS, COSTS OFF, TIMING OFF) EXECUTE lease (${given})`)
    await client.end()
    const plan = explained.rows.map((row) => row['QUERY PLAN'])
    expect(plan.filter((line) => line.includes('Seq Scan')).filter((line) => !line.includes('delivery_control'))).toEqual([])
    expect(plan.join('\n')).toContain('delivery__due')
    expect(Number(/shared hit=(\d+)/.exec(plan[1] ?? '')?.[1]), plan.join('\n')).toBeLessThan(150)
  })
})
