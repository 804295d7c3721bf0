import { createTestDatabase } from '@course-grading/test-database'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { configureCourse, openObserved } from '../testing/open-settings.ts'
import { submissionsStatement, type SubmissionQuery } from './list-submissions.ts'
import { type Registered, writeManySubmissions } from './many-submissions.fixture.ts'
import { aSubmissionQuery } from './submission-query.fixture.ts'

/**
 * A database with a course for each name, which says which submissions are registered, and a connection with the frontend's
 * role.
 */
async function openCourses<Name extends Registered>(...names: readonly Name[]) {
  const testDatabase = await createTestDatabase()
  const { database } = await openObserved(testDatabase.urls.frontendInternal, 1)
  const owner = new pg.Client({ connectionString: testDatabase.ownerUrl })
  const frontend = new pg.Client({ connectionString: testDatabase.urls.frontendInternal })
  await Promise.all([owner.connect(), frontend.connect()])
  const courses: [Name, number][] = []
  for (const name of names) {
    const courseId = await configureCourse(database)
    await writeManySubmissions(owner, courseId, name)
    courses.push([name, courseId])
  }
  await owner.query('ANALYZE')
  afterAll(async () => {
    await Promise.all([database.end(), owner.end(), frontend.end()])
    await testDatabase.drop()
  })
  return { frontend, courses }
}

const several = await openCourses('all', 'none', 'half')
/** The only course of its database, so that the roster's table has no other rows. */
const single = await openCourses('all')

interface Run {
  readonly rows: number
  /** Number of pages of tables and indexes that were read, which is the same on every machine. */
  readonly buffers: number
  readonly text: string
}

/** The statement of a query as the server runs it for the frontend's role, with a plan for these values or for any. */
async function run(
  frontend: pg.Client,
  query: SubmissionQuery,
  mode: 'force_custom_plan' | 'force_generic_plan',
): Promise<Run> {
  const { sql, values } = submissionsStatement(query)
  await frontend.query(`SET plan_cache_mode = ${mode}`)
  await frontend.query(`PREPARE page AS ${sql.replaceAll('$slonik_', '$')}`)
  const given = values.map((value) =>
    value === null ? 'NULL' : pg.escapeLiteral(Array.isArray(value) ? `{${value.join(',')}}` : String(value)),
  )
  const plan = await frontend.query<{ 'QUERY PLAN': string }>(
    `EXPLAIN (ANALYZE, BUFFERS) EXECUTE page (${given.join(', ')})`,
  )
  await frontend.query('DEALLOCATE page')
  const text = plan.rows.map((row) => row['QUERY PLAN']).join('\n')
  const number = (pattern: RegExp) => Number(pattern.exec(text)?.[1] ?? Number.NaN)
  return { rows: number(/actual .*? rows=(\d+)/), buffers: number(/Buffers: shared hit=(\d+)/), text }
}

const deep = { submittedAt: '2026-09-20T00:00:00.000Z', submissionId: 5 }
const exerciseOf = (courseId: number) => courseId * 1_000_000 + 3

describe.each(['force_custom_plan', 'force_generic_plan'] as const)(
  'a page of 51 among 36,000 submissions (%s)',
  (mode) => {
    describe.each([
      ...several.courses.map(([registered, courseId]) => [registered, courseId, several.frontend] as const),
      ...single.courses.map(
        ([registered, courseId]) => [`${registered}, of a single course`, courseId, single.frontend] as const,
      ),
    ])('with these registered: %s', (_registered, courseId, frontend) => {
      it.each<[string, Partial<SubmissionQuery>]>([
        ['first', {}],
        ['20,000th', { after: deep }],
        ['first of an exercise', { exerciseId: exerciseOf(courseId) }],
        ['2,000th of an exercise', { exerciseId: exerciseOf(courseId), after: deep }],
      ])('is read by an index, without other rows: the %s', async (_which, change) => {
        const { rows, buffers, text } = await run(frontend, aSubmissionQuery(courseId, { ...change, limit: 51 }), mode)
        expect(rows).toBe(51)
        expect(buffers, text).toBeLessThan(3_000)
        expect(text).not.toMatch(/Seq Scan on (submission|snapshot_submi|completed_result|delivery|roster)/)
      })

      it.each<[string, Partial<SubmissionQuery>]>([
        ['a submitter', { userId: 8 }],
        ['a student, who reads', { ofStudent: 8 }],
        ['a person found by a search', { q: 'student 777' }],
      ])('reads only the submissions of the person, and not the whole course: of %s', async (_who, change) => {
        const { rows, buffers, text } = await run(frontend, aSubmissionQuery(courseId, { ...change, limit: 51 }), mode)
        expect(rows).toBeGreaterThan(20)
        expect(buffers, text).toBeLessThan(8_000)
      })
    })
  },
)
