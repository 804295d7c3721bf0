import { createTestDatabase } from '@course-grading/test-database'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { configureCourse, openObserved } from '../testing/open-settings.ts'
import { submissionsStatement, type SubmissionQuery } from './list-submissions.ts'
import { writeManySubmissions } from './many-submissions.fixture.ts'
import { aSubmissionQuery } from './submission-query.fixture.ts'

const testDatabase = await createTestDatabase()
const { database } = await openObserved(testDatabase.urls.frontendInternal, 1)
const owner = new pg.Client({ connectionString: testDatabase.ownerUrl })
await owner.connect()
const frontend = new pg.Client({ connectionString: testDatabase.urls.frontendInternal })
await frontend.connect()
const courses = {
  all: await configureCourse(database),
  none: await configureCourse(database),
  half: await configureCourse(database),
}
await writeManySubmissions(owner, courses.all, 'all')
await writeManySubmissions(owner, courses.none, 'none')
await writeManySubmissions(owner, courses.half, 'half')
await owner.query('ANALYZE')
afterAll(async () => {
  await Promise.all([database.end(), owner.end(), frontend.end()])
  await testDatabase.drop()
})

interface Run {
  readonly rows: number
  /** Number of pages of tables and indexes that were read, which is the same on every machine. */
  readonly buffers: number
  readonly text: string
}

/** Runs the statement of a query with the frontend's role, with a plan for these values or a generic plan. */
async function run(query: SubmissionQuery, mode: 'force_custom_plan' | 'force_generic_plan'): Promise<Run> {
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
    describe.each(Object.entries(courses))('with so many of them registered: %s', (_registered, courseId) => {
      it.each<[string, Partial<SubmissionQuery>]>([
        ['first', {}],
        ['20,000th', { after: deep }],
        ['first of an exercise', { exerciseId: exerciseOf(courseId) }],
        ['2,000th of an exercise', { exerciseId: exerciseOf(courseId), after: deep }],
      ])('is read by an index, without other rows: the %s', async (_which, change) => {
        const { rows, buffers, text } = await run(aSubmissionQuery(courseId, { ...change, limit: 51 }), mode)
        expect(rows).toBe(51)
        expect(buffers, text).toBeLessThan(3_000)
        expect(text).not.toMatch(/Seq Scan on (submission|snapshot_submi|completed_result|delivery|roster)/)
      })

      it.each<[string, Partial<SubmissionQuery>]>([
        ['a submitter', { userId: 8 }],
        ['a student, who reads', { ofStudent: 8 }],
        ['a person found by a search', { q: 'student 777' }],
      ])('reads only the submissions of the person, and not the whole course: of %s', async (_who, change) => {
        const { rows, buffers, text } = await run(aSubmissionQuery(courseId, { ...change, limit: 51 }), mode)
        expect(rows).toBeGreaterThan(20)
        expect(buffers, text).toBeLessThan(8_000)
      })
    })
  },
)
