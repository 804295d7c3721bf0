import { describe, expect } from 'vitest'
import { createDatabase, type Database } from '../db/database.ts'
import { courseReads, personReads } from '../testing/course-reads.ts'
import { fullRun } from '../testing/full-run.ts'
import { type LargeCourse, type Statistics, writeCourses } from '../testing/many-courses.ts'
import { openData, testIn } from '../testing/open-data.ts'

const reads = { ...courseReads, ...personReads }
const calls = 9

const it = testIn(openWorlds)

describe.runIf(fullRun)('a course of 1,200 students and 3,600 submissions, beside twelve more', () => {
  it.for(Object.keys(reads))('is read as fast before its tables are analysed as after: %s', async (name, { world }) => {
    const [none, others, all] = await world.mediansOf(name)
    const limit = Math.max(1.5 * all, all + 20)
    expect(none, 'never analysed').toBeLessThanOrEqual(limit)
    expect(others, 'analysed before it was written').toBeLessThanOrEqual(limit)
  })
})

/** The same courses in three databases, of which the planner knows nothing, all but the last course, and everything. */
async function openWorlds() {
  const worlds = await Promise.all((['none', 'others', 'all'] as const).map(openCourses))
  /** Milliseconds, of calls that alternate between the databases. */
  const mediansOf = async (name: string): Promise<readonly [number, number, number]> => {
    const times: number[][] = worlds.map(() => [])
    for (let call = 0; call < calls; call += 1) {
      for (const [index, { database, course }] of worlds.entries()) {
        const begun = performance.now()
        await reads[name]!(database, course)
        times[index]!.push(performance.now() - begun)
      }
    }
    const medians = times.map((list) => list.toSorted((a, b) => a - b)[(calls - 1) / 2]!)
    process.stdout.write(`${name}: ${medians.map((each) => each.toFixed(1)).join(' / ')} ms\n`)
    return medians as [number, number, number]
  }
  const close = async () => {
    await Promise.all(worlds.map((world) => world.close()))
  }
  return { mediansOf, close }
}

async function openCourses(statistics: Statistics) {
  const data = await openData()
  const course: LargeCourse = await writeCourses(data, { count: 13, statistics, students: 1_200, submissions: 3_600 })
  // As a service has it, but for one connection, so that all calls of a statement are of one.
  const url = data.testDatabase.urls.frontendInternal
  const database: Database = await createDatabase({ url, applicationName: 'unseen course', poolMax: 1 })
  const close = async () => {
    await database.end()
    await data.close()
  }
  return { database, course, close }
}
