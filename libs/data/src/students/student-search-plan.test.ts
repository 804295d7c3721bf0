import { searchWords } from '@course-grading/domain/students/searchable-text'
import { createTestDatabase } from '@course-grading/test-database'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { aStudent, refresh } from '../testing/a-reading.ts'
import { configureCourse, openObserved } from '../testing/open-settings.ts'
import { listStudents, searchStatement } from './list-students.ts'

const testDatabase = await createTestDatabase()
const { database } = await openObserved(testDatabase.urls.frontendInternal, 1)
const owner = new pg.Client({ connectionString: testDatabase.ownerUrl })
await owner.connect()
const courses: number[] = []
for (const size of [1_200, 1_200, 1_200, 300]) {
  const courseId = await configureCourse(database)
  await refresh(database, courseId, {
    students: Array.from({ length: size }, (_, index) =>
      aStudent(index + 1, {
        fullName: `Given${(index * 7919) % 1000} Family${(index * 104_729) % 1000}`,
        studentId: String(100_000 + index),
        tagSlugs: ['a'],
      }),
    ),
  })
  courses.push(courseId)
}
await owner.query('ANALYZE roster_student')
const frontend = new pg.Client({ connectionString: testDatabase.urls.frontendInternal })
await frontend.connect()
afterAll(async () => {
  await Promise.all([database.end(), owner.end(), frontend.end()])
  await testDatabase.drop()
})

/** The plan of the statement that a search runs, as the server makes it for the frontend's role. */
async function planOf(q: string, mode: 'force_custom_plan' | 'force_generic_plan'): Promise<string> {
  const query = { q, tag: null, visibleTo: null, after: null, limit: 51 }
  const { sql, values } = searchStatement(courses[1] ?? 0, query, searchWords(q))
  const name = `"${mode} ${q}"`
  await frontend.query(`SET plan_cache_mode = ${mode}`)
  await frontend.query(`PREPARE ${name} AS ${sql.replaceAll('$slonik_', '$')}`)
  const given = values.map((value) => pg.escapeLiteral(Array.isArray(value) ? `{${value.join(',')}}` : String(value)))
  const plan = await frontend.query<{ 'QUERY PLAN': string }>(`EXPLAIN EXECUTE ${name} (${given.join(', ')})`)
  return plan.rows.map((row) => row['QUERY PLAN']).join('\n')
}

describe('a search among 1,200 students in each of several courses', () => {
  it.each(['force_custom_plan', 'force_generic_plan'] as const)(
    'uses the index from three letters on (%s)',
    async (mode) => {
      for (const q of ['777', 'given77', 'y12', 'family919 given7', '100111', 's777@example']) {
        const plan = await planOf(q, mode)
        expect(plan, q).toContain('Bitmap Index Scan on roster_student__search_text')
        expect(plan, q).not.toContain('Seq Scan on roster_student')
      }
    },
  )

  it('finds the same students as a comparison with each of them', async () => {
    const courseId = courses[2] ?? 0
    const all = await listStudents(database, courseId, {
      q: null,
      tag: null,
      visibleTo: null,
      after: null,
      limit: 2_000,
    })
    expect(all).toHaveLength(1_200)
    for (const q of ['777', 'n7', '1', 'family91', 's12@']) {
      const found = await listStudents(database, courseId, { q, tag: null, visibleTo: null, after: null, limit: 2_000 })
      const expected = all.filter((row) =>
        [row.fullName.toLowerCase(), row.email, row.studentId].some((text) => text?.includes(q)),
      )
      expect(found, q).toEqual(expected)
      expect(found.length, q).toBeGreaterThan(0)
    }
  })
})
