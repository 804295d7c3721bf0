import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { describe, expect } from 'vitest'
import { openGrading, type Grading, testIn } from '../testing/a-delivery.ts'
import { insertCompletedAssessments } from '../testing/completed-assessments.ts'
import { planOf, prepare } from '../testing/plan-of.ts'
import { leaseStatement } from './lease-delivery.ts'

const it = testIn(openWorld)

describe('leaseDelivery', () => {
  it('reads only the due delivery and its rows, by indexes', async ({ world }) => {
    const plan = await planOfLease(world.full)
    // Of these tables there is one row.
    expect(plan.replaceAll(/Seq Scan on (?:delivery_control|course_snapshot|snapshot_exercise)/g, '')).not.toContain(
      'Seq Scan',
    )
    expect(plan).toContain('delivery__due')
    expect(pagesOf(plan), plan).toBeLessThan(150)
  })

  it('reads the same number of pages however many deliveries are final', async ({ world }) => {
    const [empty, full] = [await medianOfPages(world.empty), await medianOfPages(world.full)]
    expect(empty).toBeGreaterThan(0)
    expect(full / empty, `pages of a lease after ${cancelled} deliveries: ${full}; after none: ${empty}`).toBeLessThan(
      1.3,
    )
  })

  it('is planned for five runs of a connection and not again, since planning takes longer than the lease', async ({
    world,
  }) => {
    await world.full.query('SET plan_cache_mode = auto')
    const run = await prepare(world.full, leaseStatement({ workerId: randomUUID(), leaseS: 60 }))
    for (let count = 0; count < 8; count += 1) await world.full.query(run)
    const { rows } = await world.full.query('SELECT custom_plans, generic_plans FROM pg_prepared_statements')
    expect(rows).toEqual([{ custom_plans: '5', generic_plans: '3' }])
  })
})

const cancelled = 5_000
const pending = 500

/** The connections of a worker to two databases with pending deliveries, one of which has many final ones, too. */
async function openWorld() {
  const [empty, full] = [await openGrading(), await openGrading()]
  await fill(full, 1_000_000, cancelled)
  await full.owner.query(
    "UPDATE delivery SET state = 'cancelled', not_before = NULL, cancelled_at = now(), cancelled_as = 'person'",
  )
  for (const grading of [empty, full]) {
    const { owner, courseId } = grading
    await fill(grading, 2_000_000_000, pending)
    await owner.query(`
      INSERT INTO course_snapshot (course_id, revision, taken_at, visible, tags, changes)
      VALUES (${courseId}, 1, now(), TRUE, '[]', '{}');
      INSERT INTO roster_student (course_id, user_id, username, full_name, email, tag_slugs, search_text)
      SELECT ${courseId}, id, '', 'Student ' || id, '', '{}', '' FROM generate_series(1, 1000) AS id`)
    // Otherwise the server would vacuum the new rows during the measurement.
    await owner.query('VACUUM ANALYZE')
  }
  await full.owner.query('CHECKPOINT')
  const workers = [await workerOf(empty), await workerOf(full)] as const
  const close = async () => {
    for (const worker of workers) await worker.end()
    await Promise.all([empty.close(), full.close()])
  }
  return { empty: workers[0], full: workers[1], close }
}

const fill = ({ owner, courseId }: Grading, firstSubmissionId: number, count: number) =>
  insertCompletedAssessments(owner, {
    courseId,
    exerciseId: 11,
    count,
    firstSubmissionId,
    firstUserId: 1,
    delivery: 'pending',
  })

async function workerOf({ testDatabase }: Grading): Promise<pg.Client> {
  const worker = new pg.Client({ connectionString: testDatabase.urls.manualGrading })
  await worker.connect()
  return worker
}

const planOfLease = (worker: pg.Client) =>
  planOf(worker, leaseStatement({ workerId: randomUUID(), leaseS: 60 }), {
    show: 'ANALYZE, BUFFERS, COSTS OFF, TIMING OFF',
  })

/** Number of pages that a lease read, in memory or not. */
function pagesOf(plan: string): number {
  const [, hit = '0', read = '0'] = /^ *Buffers: shared(?: hit=(\d+))?(?: read=(\d+))?/m.exec(plan) ?? []
  return Number(hit) + Number(read)
}

async function medianOfPages(worker: pg.Client): Promise<number> {
  const pages: number[] = []
  for (let count = 0; count < 21; count += 1) pages.push(pagesOf(await planOfLease(worker)))
  return pages.toSorted((one, other) => one - other)[10] ?? 0
}
