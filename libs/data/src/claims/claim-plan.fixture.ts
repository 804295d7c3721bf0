import pg from 'pg'
import Type from 'typebox'
import type { Tx } from '../db/db.ts'
import { memberOf } from '../db/named-query.ts'
import { read } from '../db/row.ts'
import { insertNextClaim, type NextClaim } from './claim-next.ts'
import { type Searcher, takeNext } from './take-next.ts'
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
  /** By default, one in a hundred is in English, and the others are in Finnish. */
  readonly language?: 'sv'
}

/**
 * Writes the submissions with one statement. A finished submission is only one that does not wait: it gets no assessment and no
 * result.
 */
export async function writeWork({ owner }: Claims, { courseId, exerciseId }: Here, work: WorkToWrite): Promise<void> {
  const { firstId, count, state, language } = work
  const studentId = `${work.firstStudentId} + id * 7 % ${work.students}`
  const rows = `generate_series(${firstId}::bigint, ${firstId + count - 1}::bigint) AS id`
  // The triggers are off, since they would copy each submitter one by one.
  await owner.query('SET session_replication_role = replica')
  await owner.query(
    `INSERT INTO submission (submission_id, course_id, exercise_id, submitted_at, language, attempt, max_points, in_queue, fixture,
      registered_at, submitter_ids)
    SELECT id, ${courseId}, ${exerciseId}, '2026-09-01Z'::timestamptz + (id - 1000000) * interval '1 minute',
      ${language === undefined ? "CASE id % 100 WHEN 7 THEN 'en' ELSE 'fi' END" : `'${language}'`}, 1, 10, ${state === 'waiting'}, FALSE, now(), ARRAY[${studentId}]
    FROM ${rows}`,
  )
  await owner.query(`INSERT INTO submission_submitter (submission_id, user_id) SELECT id, ${studentId} FROM ${rows}`)
  await owner.query('RESET session_replication_role')
}

const courseLanguages = ['fi', 'en', 'sv']
const whole = { languages: courseLanguages, courseLanguages, tags: null }
/** Restrictions of graders, named by the part of what `writeQueue` writes that such a grader may take. */
export const restrictions = {
  everything: null,
  aHundredthByTag: { ...whole, tags: ['t3'] },
  aHundredthByLanguage: { ...whole, languages: ['en'] },
  whatIsLast: { ...whole, tags: ['last'] },
  nothingByTag: { ...whole, tags: ['nobody'] },
  nothingOfFinished: { ...whole, tags: ['finished'] },
  lastByLanguage: { ...whole, languages: ['sv'] },
  nothingByLanguage: { ...whole, languages: [] },
  nothingByBoth: { ...whole, languages: ['sv'], tags: Array.from({ length: 100 }, (_, index) => `t${index}`) },
} as const

/**
 * An exercise in which `waiting` submissions wait. The first 99 % come from 1,200 students, each with one of a hundred tags;
 * the last 1 % come from 12 students with the tag `last`, in Swedish. Another 12 students have the tag `finished`, and nothing of theirs
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
  await writeWork(claims, here, { ...last, state: 'waiting', language: 'sv' })
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

/** What a take read, taken from the nodes of its plans that were executed. */
export interface TakePlan {
  /** How the table of submissions was read, for example `Index Scan submission__queue_bands`. */
  readonly scans: readonly string[]
  /** Tables that were read from the beginning to the end. */
  readonly readInFull: readonly string[]
  /** Rows of submissions that were read, including those that the filters removed. */
  readonly rows: number
  /** Pages of all tables and indexes that were read. A page that was read several times counts each time. */
  readonly pages: number
  /** Statements that were planned for this grader alone, which takes longer than the take; in lower case. */
  readonly customPlans: readonly string[]
}

/** Runs the statements of `takeNext` as its service does, with the same plans, and rolls the take back. */
export async function planOfTake(frontend: pg.Client, searcher: Searcher): Promise<TakePlan> {
  await frontend.query('DEALLOCATE ALL; BEGIN; SET LOCAL jit = off; SET LOCAL plan_cache_mode = auto')
  const roots: PlanNode[] = []
  const customPlans: string[] = []
  const explained = async ({ name, sql, values }: Token): Promise<readonly object[]> => {
    await frontend.query(`PREPARE ${name} AS ${sql.replaceAll('$slonik_', '$')}`)
    const given = values.map((value) =>
      value === null ? 'NULL' : pg.escapeLiteral(Array.isArray(value) ? `{${value.join(',')}}` : String(value)),
    )
    const run = `EXECUTE ${name}${given.length === 0 ? '' : ` (${given.join(', ')})`}`
    const { rows } = await frontend.query<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(
      `EXPLAIN (ANALYZE, TIMING OFF, SUMMARY OFF, BUFFERS, FORMAT JSON) ${run}`,
    )
    roots.push(rows[0]!['QUERY PLAN'][0]!.Plan)
    const custom = await frontend.query<{ name: string }>(
      'SELECT name FROM pg_prepared_statements WHERE name = lower($1) AND custom_plans > 0',
      [name],
    )
    customPlans.push(...custom.rows.map((row) => row.name))
    const done = await frontend.query<Record<string, unknown>>(run)
    return done.rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([column, value]) => [memberOf(column), value])),
    )
  }
  const maybeOne = async (token: Token) => (await explained(token))[0] ?? null
  await takeNext({ any: explained, maybeOne } as unknown as Tx, searcher)
  await frontend.query('ROLLBACK')
  const run = roots.flatMap(nodesOf).filter((node) => node['Actual Loops'] > 0)
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
    pages: roots.reduce((sum, root) => sum + root['Shared Hit Blocks'] + root['Shared Read Blocks'], 0),
    customPlans,
  }
}

const findWritten = read('findWrittenSubmissions', Type.Object({ rows: Type.Integer(), hot: Type.Integer() }))
const showPlanner = read('showPlanner', Type.Object({ sort: Type.String(), mode: Type.String() }))
const rollBack = new Error('the claim is rolled back')

/** Runs `act` in a transaction that is rolled back. */
async function rolledBack<T>({ frontend }: Claims, act: (tx: Tx) => Promise<T>): Promise<T> {
  const done: T[] = []
  const acting = frontend.transaction(async (tx) => {
    done.push(await act(tx))
    throw rollBack
  })
  await acting.catch((error: unknown) => {
    if (error !== rollBack) throw error
  })
  return done[0]!
}

/** How many rows of submissions a claim writes, and how many of them without a change of any index. */
export const writtenByClaim = (claims: Claims, claim: NextClaim): Promise<readonly [number, number]> =>
  rolledBack(claims, async (tx) => {
    const written = () =>
      tx.one(findWritten`
        SELECT pg_stat_get_xact_tuples_updated('submission'::regclass)::integer AS rows,
          pg_stat_get_xact_tuples_hot_updated('submission'::regclass)::integer AS hot
      `)
    const before = await written()
    await insertNextClaim(tx, claim)
    const after = await written()
    return [after.rows - before.rows, after.hot - before.hot]
  })

/** How later statements of the same transaction are planned. */
export const planAfterClaim = (claims: Claims, claim: NextClaim) =>
  rolledBack(claims, async (tx) => {
    await insertNextClaim(tx, claim)
    return await tx.one(showPlanner`
      SELECT current_setting('enable_sort') AS sort, current_setting('plan_cache_mode') AS mode
    `)
  })

interface Token {
  readonly name: string
  readonly sql: string
  readonly values: readonly unknown[]
}

function nodesOf(node: PlanNode): readonly PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)]
}
