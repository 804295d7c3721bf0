import { searchWords } from '@course-grading/domain/students/searchable-text'
import { describe, expect } from 'vitest'
import { aStudent, refresh } from '../testing/a-reading.ts'
import { openData, testIn } from '../testing/open-data.ts'
import { configureCourse } from '../testing/open-settings.ts'
import { planOf } from '../testing/plan-of.ts'
import { selectStudents, searchStatement } from './list-students.ts'

const it = testIn(openWorld)

describe('a search among 1,200 students in each of several courses', () => {
  it.for(['force_custom_plan', 'force_generic_plan'] as const)(
    'uses the index from three letters on (%s)',
    async (mode, { world }) => {
      for (const q of ['777', 'given77', 'y12', 'family919 given7', '100111', 's777@example']) {
        const asked = searchStatement(world.courseId, { ...anybody, q, limit: 51 }, searchWords(q))
        const plan = await planOf(world.client, asked, { mode })
        expect(plan, q).toContain('Bitmap Index Scan on roster_student__search_text')
        expect(plan, q).not.toContain('Seq Scan on roster_student')
      }
    },
  )

  it('finds the same students as a comparison with each of them', async ({ world }) => {
    const find = (q: string | null) => selectStudents(world.database, world.courseId, { ...anybody, q, limit: 2_000 })
    const all = await find(null)
    expect(all).toHaveLength(1_200)
    for (const q of ['777', 'n7', '1', 'family91', 's12@']) {
      const expected = all.filter((row) =>
        [row.fullName.toLowerCase(), row.email, row.studentId].some((text) => text?.includes(q)),
      )
      expect(expected.length, q).toBeGreaterThan(0)
      expect(await find(q), q).toEqual(expected)
    }
  })
})

const anybody = { tag: null, visibleTo: null, after: null }

async function openWorld() {
  const data = await openData()
  const courses: number[] = []
  for (const size of [1_200, 1_200, 1_200, 300]) {
    const courseId = await configureCourse(data.database)
    await refresh(data.database, courseId, {
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
  await data.owner.query('ANALYZE roster_student')
  return { ...data, courseId: courses[1] ?? 0 }
}
