import { describe, expect } from 'vitest'
import { courseReads, personReads } from '../testing/course-reads.ts'
import { courseWrites, gradingWrites } from '../testing/course-writes.ts'
import { writeCourses } from '../testing/many-courses.ts'
import { testIn } from '../testing/test-in.ts'
import { openCourses, size } from './unseen-course.fixture.ts'

describe.each([
  ['of tables that were never analysed', testIn(() => openCourses('none'))],
  ['that was written after the others were analysed', testIn(() => openCourses('others'))],
])('a course %s, beside eleven others', (_which, it) => {
  it.for(Object.keys(courseReads))('is read by indexes, and no other with it: %s', (name, { world }) =>
    world.expectReadsOfCourse(name),
  )

  it.for(Object.keys(personReads))('has its people and documents looked up one by one: %s', (name, { world }) =>
    world.expectReadsOfPerson(name),
  )

  it.for(Object.keys({ ...courseWrites, ...gradingWrites }))(
    'is written without a look at others: %s',
    (name, { world }) => world.expectWritesOfCourse(name),
  )
})

describe('what is read of a course, or by a student', () => {
  testIn(() => openCourses('none', { count: 2 }))(
    'is nothing of eight more courses',
    { timeout: 240_000 },
    async ({ world }) => {
      const rowsOfAll = async () => {
        const rows: [name: string, count: number][] = []
        for (const name of Object.keys({ ...courseReads, ...personReads }))
          rows.push([name, (await world.plansOf(name)).reduce((sum, plan) => sum + plan.rows, 0)])
        return rows
      }
      const before = new Map(await rowsOfAll())
      await writeCourses(world, { count: 8, statistics: 'none', ...size })
      // Another plan may read the course's own submissions twice. The students of eight courses alone would be more.
      const isMore = ([name, count]: [string, number]) => count > before.get(name)! + 2 * size.submissions
      expect((await rowsOfAll()).filter(isMore)).toEqual([])
    },
  )
})
