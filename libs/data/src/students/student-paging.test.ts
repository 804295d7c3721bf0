import { createTestDatabase } from '@course-grading/test-database'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { aStudent, refresh } from '../testing/a-reading.ts'
import { configureCourse, openObserved } from '../testing/open-settings.ts'
import { listStudents } from './list-students.ts'

const testDatabase = await createTestDatabase()
const { database: reader } = await openObserved(testDatabase.urls.frontendInternal, 2)
const { database: writer } = await openObserved(testDatabase.urls.frontendInternal, 2)
afterAll(async () => {
  await Promise.all([reader.end(), writer.end()])
  await testDatabase.drop()
})

/** Half of them come up in a search for "asa". */
const student = (userId: number) => aStudent(userId, { fullName: userId % 2 === 0 ? `Åsa ${userId}` : `Bo ${userId}` })

async function walk(
  courseId: number,
  q: string | null,
  limit: number,
  betweenPages: () => Promise<unknown>,
): Promise<number[]> {
  const seen: number[] = []
  for (let after: number | null = null; ;) {
    const page = await listStudents(reader, courseId, { q, tag: null, visibleTo: null, after, limit })
    seen.push(...page.map((row) => row.userId))
    if (page.length < limit) return seen
    after = page.at(-1)?.userId ?? null
    await betweenPages()
  }
}

describe('all pages of listStudents', () => {
  const roster = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 40 })

  it.each([null, 'asa'])(
    'have each student who stays exactly once while others come and go (search: %s)',
    async (q) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(roster, { minLength: 2, maxLength: 8 }),
          fc.integer({ min: 1, max: 7 }),
          fc.boolean(),
          async (rosters, limit, atOnce) => {
            const courseId = await configureCourse(writer)
            const [first = [], ...later] = rosters
            await refresh(writer, courseId, { students: first.map(student) })
            const change = async () => {
              const next = later.shift()
              if (next !== undefined) await refresh(writer, courseId, { students: next.map(student) })
            }
            // The change happens between two pages, or at the same time as a page.
            let changing = Promise.resolve()
            const seen = await walk(courseId, q, limit, async () => {
              changing = changing.then(change)
              if (!atOnce) await changing
            })
            await changing
            const matching = (ids: readonly number[]) => ids.filter((id) => q === null || id % 2 === 0)
            const stayed = rosters
              .slice(0, rosters.length - later.length)
              .reduce((ids, roster) => ids.filter((id) => roster.includes(id)), first)
            expect(seen).toEqual([...new Set(seen)].toSorted((a, b) => a - b))
            expect(seen).toEqual(expect.arrayContaining(matching(stayed)))
            expect(matching(rosters.flat())).toEqual(expect.arrayContaining(seen))
          },
        ),
        { numRuns: 25 },
      )
    },
  )
})
