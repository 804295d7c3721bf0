import pg from 'pg'
import { claimStatement, type NextClaim } from './claim-next.ts'
import type { openClaims } from './open-claims.fixture.ts'

type Claims = Awaited<ReturnType<typeof openClaims>>
export type Here = Awaited<ReturnType<Claims['anExercise']>>

/** Submissions to one exercise, handed in a minute apart by `students` students in rotation. */
interface WorkToWrite {
  readonly firstId: number
  readonly count: number
  readonly firstStudentId: number
  readonly students: number
  readonly state: 'waiting' | 'finished'
}

/**
 * Writes the submissions with one statement. One in a hundred is in English. A finished submission is only one that does not
 * wait: it gets no assessment and no result.
 */
export async function writeWork({ owner }: Claims, { courseId, exerciseId }: Here, work: WorkToWrite): Promise<void> {
  const { firstId, count, state } = work
  const studentId = `${work.firstStudentId} + id * 7 % ${work.students}`
  const rows = `generate_series(${firstId}::bigint, ${firstId + count - 1}::bigint) AS id`
  // The triggers are off, since they would copy each submitter one by one.
  await owner.query('SET session_replication_role = replica')
  await owner.query(
    `INSERT INTO submission (submission_id, course_id, exercise_id, submitted_at, language, attempt, max_points, in_queue, fixture,
      registered_at, submitter_ids)
    SELECT id, ${courseId}, ${exerciseId}, '2026-09-01Z'::timestamptz + (id - 1000000) * interval '1 minute',
      CASE id % 100 WHEN 7 THEN 'en' ELSE 'fi' END, 1, 10, ${state === 'waiting'}, FALSE, now(), ARRAY[${studentId}]
    FROM ${rows}`,
  )
  await owner.query(`INSERT INTO submission_submitter (submission_id, user_id) SELECT id, ${studentId} FROM ${rows}`)
  await owner.query('RESET session_replication_role')
}

const whole = { languages: ['fi', 'en'], courseLanguages: ['fi', 'en'], tags: null }
/** Restrictions of graders, named by the part of what `writeQueue` writes that such a grader may take. */
export const restrictions = {
  everything: null,
  aHundredthByTag: { ...whole, tags: ['t3'] },
  aHundredthByLanguage: { ...whole, languages: ['en'] },
  whatIsLast: { ...whole, tags: ['last'] },
  nothingByTag: { ...whole, tags: ['nobody'] },
  nothingOfFinished: { ...whole, tags: ['finished'] },
  nothingByLanguage: { ...whole, languages: [] },
} as const

/**
 * An exercise in which `waiting` submissions wait. The first 99 % come from 1,200 students, each with one of a hundred tags;
 * the last 1 % come from 12 students with the tag `last`. Another 12 students have the tag `finished`, and nothing of theirs
 * waits.
 */
export async function writeQueue(claims: Claims, waiting: number): Promise<Here> {
  const here = await claims.anExercise({ maxOpenClaims: 50 })
  const tagsOf = (firstId: number, count: number, tag: (index: number) => string) =>
    Array.from({ length: count }, (_, index): [number, string[]] => [firstId + index, [tag(index)]])
  const students = [
    ...tagsOf(5_000, 1_200, (index) => `t${index % 100}`),
    ...tagsOf(7_000, 12, () => 'last'),
    ...tagsOf(8_000, 12, () => 'finished'),
  ]
  await claims.enrol(here, Object.fromEntries(students))
  const ofLast = waiting / 100
  const common = { firstId: 1_000_000, count: waiting - ofLast, firstStudentId: 5_000, students: 1_200 } as const
  await writeWork(claims, here, { ...common, state: 'waiting' })
  const last = { firstId: 1_000_000 + waiting - ofLast, count: ofLast, firstStudentId: 7_000, students: 12 } as const
  await writeWork(claims, here, { ...last, state: 'waiting' })
  return here
}

/**
 * Writes finished submissions to the same exercise: `count` by the 1,200 students, and `count` more by the 12 students with the
 * tag `finished`.
 */
export async function writeFinished(claims: Claims, here: Here, count: number): Promise<void> {
  const state = 'finished'
  await writeWork(claims, here, { firstId: 3_000_000, count, firstStudentId: 5_000, students: 1_200, state })
  await writeWork(claims, here, { firstId: 5_000_000, count, firstStudentId: 8_000, students: 12, state })
}

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Shared Hit Blocks': number
  readonly 'Shared Read Blocks': number
  readonly Plans?: readonly PlanNode[]
}

/** What a claim read and wrote, taken from the nodes of its plan that were executed. */
export interface ClaimPlan {
  /** How the table of submissions was read, for example `Index Scan submission__queue_bands`. */
  readonly scans: readonly string[]
  /** Tables that were read from the beginning to the end. */
  readonly readInFull: readonly string[]
  /** Rows of submissions that were read, including those that the filters removed. */
  readonly rows: number
  /** Pages of all tables and indexes that were read. A page that was read several times counts each time. */
  readonly pages: number
  /** Rows of submissions that were written, and how many of them without a change of any index. */
  readonly written: readonly [rows: number, withoutIndexes: number]
}

/** Runs the statement of `claimNext` as its service does, with the same plan, and rolls the claim back. */
export async function planOfClaim(frontend: pg.Client, claim: NextClaim): Promise<ClaimPlan> {
  const { sql, values } = claimStatement(claim)
  await frontend.query('DEALLOCATE ALL; BEGIN; SET LOCAL jit = off')
  const before = await writtenBy(frontend)
  // `claimNext` makes these settings in its first statement, with the locks.
  await frontend.query('SET LOCAL plan_cache_mode = force_generic_plan; SET LOCAL enable_sort = off')
  await frontend.query(`PREPARE claim AS ${sql.replaceAll('$slonik_', '$')}`)
  const given = values.map((value) =>
    value === null ? 'NULL' : pg.escapeLiteral(Array.isArray(value) ? `{${value.join(',')}}` : String(value)),
  )
  const { rows } = await frontend.query<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(
    `EXPLAIN (ANALYZE, TIMING OFF, SUMMARY OFF, BUFFERS, FORMAT JSON) EXECUTE claim (${given.join(', ')})`,
  )
  const after = await writtenBy(frontend)
  await frontend.query('ROLLBACK')
  const root = rows[0]!['QUERY PLAN'][0]!.Plan
  const run = nodesOf(root).filter((node) => node['Actual Loops'] > 0)
  const ofSubmissions = run.filter((node) => node['Relation Name'] === 'submission')
  return {
    scans: run
      .filter((node) => ofSubmissions.includes(node) || node['Node Type'] === 'Bitmap Index Scan')
      .map((node) => `${node['Node Type']} ${node['Index Name'] ?? ''}`.trim()),
    readInFull: run.filter((node) => node['Node Type'] === 'Seq Scan').flatMap((node) => node['Relation Name'] ?? []),
    rows: ofSubmissions.reduce(
      (sum, node) => sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
      0,
    ),
    pages: root['Shared Hit Blocks'] + root['Shared Read Blocks'],
    written: [after.rows - before.rows, after.hot - before.hot],
  }
}

/** Rows of submissions that this connection has written so far, in earlier transactions too. */
async function writtenBy(frontend: pg.Client): Promise<{ readonly rows: number; readonly hot: number }> {
  const { rows } = await frontend.query<{ rows: number; hot: number }>(
    `SELECT pg_stat_get_xact_tuples_updated('submission'::regclass)::integer AS rows,
      pg_stat_get_xact_tuples_hot_updated('submission'::regclass)::integer AS hot`,
  )
  return rows[0]!
}

function nodesOf(node: PlanNode): readonly PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)]
}
