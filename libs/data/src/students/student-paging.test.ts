import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { fullRun } from '../testing/full-run.ts'
import { aStudent, refresh } from '../testing/a-reading.ts'
import { configureCourse } from '../testing/open-settings.ts'
import { selectStudents } from './list-students.ts'
import { openData, testIn } from '../testing/open-data.ts'

const it = testIn(openWorld)

describe('all pages of selectStudents', () => {
  const roster = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 40 })

  it.for([null, 'asa'])(
    'have each student who stays exactly once while others come and go (search: %s)',
    async (q, { world }) => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(roster, { minLength: 2, maxLength: 8 }),
          fc.integer({ min: 1, max: 7 }),
          fc.boolean(),
          async (rosters, limit, atOnce) => {
            const courseId = await configureCourse(world.elsewhere)
            const [first = [], ...later] = rosters
            await refresh(world.elsewhere, courseId, { students: first.map(student) })
            const change = async () => {
              const next = later.shift()
              if (next !== undefined) await refresh(world.elsewhere, courseId, { students: next.map(student) })
            }
            // The change happens between two pages, or at the same time as a page.
            let changing = Promise.resolve()
            const seen = await world.walk(courseId, q, limit, async () => {
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
        { numRuns: fullRun ? 50 : 8 },
      )
    },
  )
})

async function openWorld() {
  const data = await openData()
  const { database } = data
  async function walk(
    courseId: number,
    q: string | null,
    limit: number,
    betweenPages: () => Promise<unknown>,
  ): Promise<number[]> {
    const seen: number[] = []
    for (let after: number | null = null; ;) {
      const page = await selectStudents(database, courseId, { q, tag: null, visibleTo: null, after, limit })
      seen.push(...page.map((row) => row.userId))
      if (page.length < limit) return seen
      after = page.at(-1)?.userId ?? null
      await betweenPages()
    }
  }
  return { ...data, walk }
}

/** Half of them come up in a search for "asa". */
const student = (userId: number) => aStudent(userId, { fullName: userId % 2 === 0 ? `Åsa ${userId}` : `Bo ${userId}` })
