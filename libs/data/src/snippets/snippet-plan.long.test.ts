import { describe, expect } from 'vitest'
import { openData, testIn } from '../testing/open-data.ts'
import { configureCourse } from '../testing/open-settings.ts'
import { planOf } from '../testing/plan-of.ts'
import { listStatement, searchStatement } from './list-snippets.ts'

const it = testIn(openWorld)

describe.each(['force_custom_plan', 'force_generic_plan'] as const)(
  '10,000 snippets beside those of other courses (%s)',
  (mode) => {
    it('are listed from the beginnings of the two banks', async ({ world }) => {
      const plan = await planOf(world.client, listStatement(world.query), { mode, show })
      expect(plan).toContain('Index Scan using snippet__use_count')
      expect(executedOf(plan)).not.toMatch(/Seq Scan|Bitmap/)
      expect(maxRows(plan)).toBeLessThanOrEqual(42)
    })

    it('are read no further than the two banks for what was used since the first page', async ({ world }) => {
      const after = {
        place: 5,
        snippetId: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
        firstPageAt: '2026-01-01T00:00:00.000Z',
      }
      const plan = await planOf(world.client, listStatement({ ...world.query, after }), { mode, show })
      expect(executedOf(plan)).not.toContain('Seq Scan on snippet')
      expect(maxRows(plan)).toBeLessThanOrEqual(2_600)
    })

    it('are searched by the index of their texts', async ({ world }) => {
      for (const words of [['label 123'], ['abc'], ['label', '77']]) {
        const plan = await planOf(world.client, searchStatement(world.query, words), { mode, show })
        expect(plan).toMatch(/Bitmap Index Scan on snippet__search_text|Index Scan using snippet__use_count/)
        expect(plan).not.toContain('Seq Scan on snippet')
        expect(maxRows(plan), plan).toBeLessThanOrEqual(2_500)
      }
    })
  },
)

const show = 'ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF, BUFFERS OFF'
/** The steps of a plan that ran. */
const executedOf = (plan: string): string =>
  plan
    .split('\n')
    .filter((line) => !line.includes('never executed'))
    .join('\n')
/** The most rows that any step of a plan gave. */
const maxRows = (plan: string): number =>
  Math.max(...[...plan.matchAll(/rows=([0-9.]+)/g)].map(([, rows]) => Number(rows)))

async function openWorld() {
  const data = await openData()
  const { database, owner } = data
  const courses = [await configureCourse(database), await configureCourse(database), await configureCourse(database)]
  for (const [index, courseId] of courses.entries())
    await owner.query(
      `INSERT INTO snippet (snippet_id, course_id, owner_id, label, text, search_text, use_count, last_used_at, revision, created_at)
      SELECT gen_random_uuid(), $1, CASE WHEN n >= 2000 THEN n / 500 - 3 END, 'label ' || n, '{"en":"x"}', 'label ' || n || E'\\n' || md5(n::text), 1 + n % 9, now(), 1, now()
      FROM generate_series(0, $2::int - 1) AS n`,
      [courseId, index === 1 ? 10_000 : 2_500],
    )
  await owner.query('VACUUM ANALYZE snippet')
  const ofAnybody = { userId: 3, q: null, exerciseId: 5, criterionId: null, after: null, limit: 21 }
  return { ...data, query: { courseId: courses[1] ?? 0, ...ofAnybody } }
}
