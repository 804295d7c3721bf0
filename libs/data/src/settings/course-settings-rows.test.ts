import type { CourseSettings, Grader } from '@course-grading/domain/settings/course-settings'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { configureCourse } from '../testing/open-settings.ts'
import { aTag, byTeacher, settingsText } from '../testing/settings-document.ts'
import { updateCourseSettings } from './update-course-settings.ts'
import { openData, testIn } from '../testing/open-data.ts'

const it = testIn(openWorld)

describe('the settings rows of a course', () => {
  it('always agree with the document of the course, after any sequence of writes', async ({ world }) => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 5 }), async (documents) => {
        const [first, ...later] = documents
        if (first === undefined) return
        const own = (courseId: number, document: Change) => ({
          ...document,
          manualGradingExercises: document.manualGradingExercises.map((id) => courseId * 10 + id + 1),
        })
        const courseId = await configureCourse(world.database, { ...first, manualGradingExercises: [] })
        for (const [index, document] of [first, ...later].entries()) {
          const next = own(courseId, document)
          const revision = index + 2
          await world.database.transaction((tx) =>
            updateCourseSettings(tx, {
              ...byTeacher,
              courseId,
              expectedRevision: revision - 1,
              document: settingsText(courseId, { revision, ...next }),
              tags: [],
            }),
          )
          expect(sorted(await world.storedRows(courseId))).toEqual(sorted(rowsOf(courseId, revision, next)))
        }
      }),
      { numRuns: 25 },
    )
  })
})

async function openWorld() {
  const data = await openData()
  const { owner } = data
  /** The stored rows, in the form of `rowsOf`. */
  async function storedRows(courseId: number) {
    const list = async (query: string) =>
      (await owner.query<{ item: string }>(query, [courseId])).rows.map((row) => row.item)
    return {
      row: await list(
        "SELECT concat_ws('|', slug, name, listed, revision) AS item FROM course_settings WHERE course_id = $1",
      ),
      languages: await list('SELECT unnest(languages) AS item FROM course_settings WHERE course_id = $1'),
      tags: await list(
        "SELECT concat_ws('|', position, slug, name, description, color, font_white) AS item FROM course_tag WHERE course_id = $1",
      ),
      exercises: await list('SELECT exercise_id::text AS item FROM manual_grading_exercise WHERE course_id = $1'),
    }
  }
  return { ...data, storedRows }
}

type Change = Pick<
  CourseSettings,
  'languages' | 'listed' | 'name' | 'tags' | 'visibleTagSlugs' | 'graders' | 'manualGradingExercises'
>
const languageCodes = ['fi', 'en', 'sv', 'en-GB']
const tagSlugs = ['a', 'b', 'c', 'd', '"\\', 'ä ö']
/** Documents that a course can have: every reference inside is valid. */
const change: fc.Arbitrary<Change> = fc
  .record({
    languages: fc.shuffledSubarray(languageCodes, { minLength: 1 }),
    tagSlugs: fc.shuffledSubarray(tagSlugs),
  })
  .chain(({ languages, tagSlugs: slugs }) =>
    fc.record({
      languages: fc.constant(languages),
      listed: fc.boolean(),
      name: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).filter((name) => !name.includes('\0')),
      tags: fc.constant(slugs.map(aTag)),
      visibleTagSlugs: fc.shuffledSubarray(slugs),
      graders: fc.uniqueArray(
        fc.record<Grader>(
          {
            userId: fc.integer({ min: 1, max: 6 }),
            languages: fc.shuffledSubarray(languages, { minLength: 1 }),
            feedbackTags: fc.shuffledSubarray(slugs),
            gradingTags: fc.shuffledSubarray(slugs),
          },
          { requiredKeys: ['userId', 'languages'] },
        ),
        { selector: (grader) => grader.userId, maxLength: 5 },
      ),
      manualGradingExercises: fc.uniqueArray(fc.integer({ min: 0, max: 7 }), { maxLength: 6 }),
    }),
  )
/** The rows that a course with this document must have. */
function rowsOf(courseId: number, revision: number, document: Change) {
  const mark = (value: boolean) => (value ? 't' : 'f')
  return {
    row: [`course-${courseId}|${document.name}|${mark(document.listed)}|${revision}`],
    languages: [...document.languages],
    tags: document.tags.map((tag, index) =>
      [index + 1, tag.slug, tag.name, tag.description, tag.color, mark(tag.fontWhite)].join('|'),
    ),
    exercises: document.manualGradingExercises.map(String),
  }
}
function sorted(rows: Readonly<Record<string, readonly string[]>>) {
  return Object.fromEntries(Object.entries(rows).map(([name, items]) => [name, items.toSorted()]))
}
