import { createTestDatabase } from '@course-grading/test-database'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { configureCourse, openObserved } from '../testing/open-settings.ts'
import { listStatement, searchStatement } from './list-snippets.ts'

const testDatabase = await createTestDatabase()
const { database } = await openObserved(testDatabase.urls.frontendInternal, 1)
const owner = new pg.Client({ connectionString: testDatabase.ownerUrl })
await owner.connect()
const courses = [await configureCourse(database), await configureCourse(database), await configureCourse(database)]
for (const courseId of courses) {
  await owner.query(
    `INSERT INTO snippet (snippet_id, course_id, owner_id, label, text, search_text, use_count, last_used_at, revision, created_at)
    SELECT gen_random_uuid(), $1, CASE WHEN n >= 2000 THEN n / 500 - 3 END, 'label ' || n, '{"en":"x"}', 'label ' || n || E'\\n' || md5(n::text), 1 + n % 9, now(), 1, now()
    FROM generate_series(0, 9999) AS n`,
    [courseId],
  )
}
await owner.query('VACUUM ANALYZE snippet')
const frontend = new pg.Client({ connectionString: testDatabase.urls.frontendInternal })
await frontend.connect()
afterAll(async () => {
  await Promise.all([database.end(), owner.end(), frontend.end()])
  await testDatabase.drop()
})

/** The most rows that any step of a plan gave. */
const maxRows = (plan: string): number =>
  Math.max(...[...plan.matchAll(/rows=([0-9.]+)/g)].map(([, rows]) => Number(rows)))

type Mode = 'force_custom_plan' | 'force_generic_plan'

/** The plan of a statement as the server makes it for the frontend's role. */
async function planOf(
  { sql, values }: { readonly sql: string; readonly values: readonly unknown[] },
  mode: Mode,
): Promise<string> {
  await frontend.query(`DEALLOCATE ALL`)
  await frontend.query(`SET plan_cache_mode = ${mode}`)
  await frontend.query(`PREPARE "asked" AS ${sql.replaceAll('$slonik_', '$')}`)
  const given = values.map((value) =>
    value === null ? 'NULL' : pg.escapeLiteral(Array.isArray(value) ? `{${value.join(',')}}` : String(value)),
  )
  const plan = await frontend.query<{ 'QUERY PLAN': string }>(
    `EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF, BUFFERS OFF) EXECUTE "asked" (${given.join(', ')})`,
  )
  return plan.rows.map((row) => row['QUERY PLAN']).join('\n')
}

const query = {
  courseId: courses[1] ?? 0,
  userId: 3,
  q: null,
  exerciseId: 5,
  criterionId: null,
  after: null,
  limit: 21,
}

describe.each<Mode>(['force_custom_plan', 'force_generic_plan'])(
  '10,000 snippets in each of several courses (%s)',
  (mode) => {
    it('are listed from the beginnings of the two banks', async () => {
      const plan = await planOf(listStatement(query), mode)
      expect(plan).toContain('Index Scan using snippet__use_count')
      expect(plan).not.toMatch(/Seq Scan|Bitmap/)
      expect(maxRows(plan)).toBeLessThanOrEqual(42)
    })

    it('are searched by the index of their texts', async () => {
      for (const words of [['label 123'], ['abc'], ['label', '77']]) {
        const plan = await planOf(searchStatement(query, words), mode)
        expect(plan, words.join(' ')).toMatch(
          /Bitmap Index Scan on snippet__search_text|Index Scan using snippet__use_count/,
        )
        expect(plan, words.join(' ')).not.toContain('Seq Scan on snippet')
        expect(maxRows(plan), plan).toBeLessThanOrEqual(2_500)
      }
    })
  },
)
