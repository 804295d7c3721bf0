import { describe, expect } from 'vitest'
import { openData, testIn } from '../testing/open-data.ts'
import { configureCourse } from '../testing/open-settings.ts'
import { planOf } from '../testing/plan-of.ts'
import { submissionsStatement, type SubmissionQuery } from './list-submissions.ts'
import { type Registered, writeManySubmissions } from './many-submissions.fixture.ts'
import { aSubmissionQuery } from './submission-query.fixture.ts'

const modes = ['force_custom_plan', 'force_generic_plan'] as const
const it = testIn(openCourses)

describe.each<[courses: string, registered: readonly Registered[]]>([
  ['a single course, so that the roster has no other rows', ['all']],
  ['three courses', ['all', 'none', 'half']],
])('a page of 51 among 12,000 submissions, in %s', (_courses, all) => {
  describe.each(modes.flatMap((mode) => all.map((registered) => [mode, registered] as const)))(
    '(%s) with these registered: %s',
    (mode, registered) => {
      it.for([
        ['first', false, null],
        ['7,000th', false, deep],
        ['first of an exercise', true, null],
        ['700th of an exercise', true, deep],
      ] as const)(
        'is read by an index, without other rows: the %s',
        async ([_which, isOfExercise, after], { world }) => {
          const courseId = await world.courseOf(registered, all)
          const exerciseId = isOfExercise ? courseId * 1_000_000 + 3 : null
          const { rows, buffers, text } = await world.run({ courseId, exerciseId, after }, mode)
          expect(rows).toBe(51)
          expect(buffers, text).toBeLessThan(2_600)
          expect(text).not.toMatch(/Seq Scan on (submission|snapshot_submi|completed_result|delivery|roster)/)
        },
      )

      it.for<[string, Partial<SubmissionQuery>]>([
        ['a submitter', { userId: 8 }],
        ['a student, who reads', { ofStudent: 8 }],
        ['a person found by a search', { q: 'student 777' }],
      ])('reads only the submissions of the person, and not the whole course: of %s', async ([_who, of], { world }) => {
        const courseId = await world.courseOf(registered, all)
        const { rows, buffers, text } = await world.run({ courseId, ...of }, mode)
        expect(rows).toBeGreaterThan(6)
        expect(buffers, text).toBeLessThan(4_000)
      })
    },
  )
})

const deep = { submittedAt: '2026-09-05T20:40:00.000Z', submissionId: 5 }

/** Courses, each written when a test first asks for it: so those that come first have a database without the others. */
async function openCourses() {
  const data = await openData()
  const courses = new Map<Registered, number>()
  /** The course whose submissions are so registered, beside those of all these. */
  const courseOf = async (registered: Registered, all: readonly Registered[]): Promise<number> => {
    for (const each of all) {
      if (courses.has(each)) continue
      const courseId = await configureCourse(data.database)
      await writeManySubmissions(data.owner, courseId, each, 12_000)
      await data.owner.query('ANALYZE')
      courses.set(each, courseId)
    }
    return courses.get(registered) ?? 0
  }

  /** The executed plan of a page, and the pages of tables and indexes that it read, which are as many on every machine. */
  const run = async (query: Partial<SubmissionQuery> & { courseId: number }, mode: (typeof modes)[number]) => {
    const asked = submissionsStatement(aSubmissionQuery(query.courseId, { ...query, limit: 51 }))
    const text = await planOf(data.client, asked, { mode, show: 'ANALYZE, BUFFERS' })
    const number = (pattern: RegExp) => Number(pattern.exec(text)?.[1] ?? Number.NaN)
    return { rows: number(/actual .*? rows=(\d+)/), buffers: number(/Buffers: shared hit=(\d+)/), text }
  }
  return { ...data, courseOf, run }
}
