import { describe, expect } from 'vitest'
import { courseReads, personReads } from '../testing/course-reads.ts'
import { writeCourses } from '../testing/many-courses.ts'
import { testIn } from '../testing/test-in.ts'
import { all, openCourses, size } from './unseen-course.fixture.ts'

describe.each([
  ['of tables that were never analysed', testIn(() => openCourses('none'))],
  ['that was written after the others were analysed', testIn(() => openCourses('others'))],
])('a course %s, beside eleven others', (_which, it) => {
  it.for(Object.keys(all))('is read and written by its own rows: %s', (name, { world }) => world.expectOwnRows(name))

  it('is read without a call of a function of the schema, in either mode of plans', async ({ world }) => {
    const called: string[] = []
    for (const name of Object.keys(all)) for (const plan of await world.knownPlansOf(name)) called.push(...plan.called)
    expect(called.filter((name) => world.functions.has(name))).toEqual([])
  })
})

const itBesideOne = testIn(() => openCourses('none', { count: 2 }))

describe('what is read of a course, or by a student', () => {
  itBesideOne('is nothing of eight more courses', { timeout: 240_000 }, async ({ world }) => {
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
  })
})
