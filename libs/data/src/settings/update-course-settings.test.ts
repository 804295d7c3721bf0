import type { CourseSettings } from '@course-grading/domain/settings/course-settings'
import { describe, expect } from 'vitest'
import { configureCourse } from '../testing/open-settings.ts'
import { aTag, byTeacher, settingsText } from '../testing/settings-document.ts'
import { createCourseSettingsLoader } from './course-settings-loader.ts'
import { updateCourseSettings, updateCourseSettingsInPlace } from './update-course-settings.ts'
import { openData, testIn } from '../testing/open-data.ts'

const it = testIn(openWorld)

describe('updateCourseSettings', () => {
  it('names the exercises that another course holds, and writes nothing', async ({ world }) => {
    await configureCourse(world.database, { manualGradingExercises: [31, 32, 33] })
    const courseId = await configureCourse(world.database, { manualGradingExercises: [34] })
    await expect(world.update(courseId, 1, { manualGradingExercises: [33, 35, 31, 34] })).rejects.toMatchObject({
      code: 'manual_grading_exercise_conflict',
      issues: [31, 33].map((id) => ({
        path: '$.manualGradingExercises',
        code: 'conflict',
        message: `Exercise ${id} belongs to another course.`,
      })),
    })
    expect(await world.loadSettings(courseId)).toMatchObject({ revision: 1 })
    expect(await world.countHistory(courseId)).toBe(1)
  })

  it.for<[string, Partial<CourseSettings>]>([
    ['a slug that was never reserved', { slug: 'another' }],
    ['a course id of another course', { courseId: 1_000_000 }],
    ['a revision that skips one', { revision: 3 }],
    ['a visible tag that the course lacks', { visibleTagSlugs: ['z'] }],
    ['a grader language that the course lacks', { graders: [{ userId: 1, languages: ['sv'] }] }],
    ['a grader tag that the course lacks', { graders: [{ userId: 1, languages: ['fi'], gradingTags: ['z'] }] }],
    ['an exercise id beyond the safe integers', { manualGradingExercises: [-1] }],
  ])('is prevented by the database from writing %s', async ([_what, change], { world }) => {
    const courseId = await configureCourse(world.database)
    await expect(world.update(courseId, 1, change)).rejects.toMatchObject({
      name: 'DatabaseFailure',
      sqlState: expect.stringMatching(/^23/),
    })
    expect(await world.loadSettings(courseId)).toMatchObject({ revision: 1 })
  })

  it('rejects changed tags if the rows of the tags are not given', async ({ world }) => {
    const courseId = await configureCourse(world.database)
    await expect(world.update(courseId, 1, { tags: [aTag('a')] })).rejects.toMatchObject({
      queryName: 'updateCourseSettings',
    })
    expect(await world.loadSettings(courseId)).toMatchObject({ revision: 1 })
  })

  it('replaces the tags and their upstream ids if their rows are given', async ({ world }) => {
    const courseId = await configureCourse(world.database)
    const tags = [
      { slug: 'b', upstreamId: 7, gone: true },
      { slug: 'c', upstreamId: null, gone: false },
    ]
    await world.database.transaction((tx) =>
      updateCourseSettings(tx, {
        ...byTeacher,
        courseId,
        expectedRevision: 1,
        tags,
        document: settingsText(courseId, { revision: 2, tags: [aTag('c'), { ...aTag('b'), name: 'New' }] }),
      }),
    )
    const rows = await world.owner.query(
      'SELECT slug, position, name, upstream_tag_id, gone FROM course_tag WHERE course_id = $1 ORDER BY position',
      [courseId],
    )
    expect(rows.rows).toEqual([
      { slug: 'c', position: 1, name: 'Tag c', upstream_tag_id: null, gone: false },
      { slug: 'b', position: 2, name: 'New', upstream_tag_id: '7', gone: true },
    ])
  })
})

describe('updateCourseSettingsInPlace', () => {
  it('writes document, rows and history', async ({ world }) => {
    const courseId = await configureCourse(world.database)
    expect(await world.updateInPlace(courseId, 1, { languages: ['sv'] })).toBe(true)
    const rows = await world.owner.query(
      'SELECT unnest(languages) AS language FROM course_settings WHERE course_id = $1',
      [courseId],
    )
    expect([rows.rows, await world.countHistory(courseId)]).toEqual([[{ language: 'sv' }], 2])
    expect(await world.loadSettings(courseId)).toMatchObject({ revision: 2 })
  })

  it('writes nothing for another revision or a missing course', async ({ world }) => {
    const courseId = await configureCourse(world.database)
    expect([await world.updateInPlace(courseId, 2), await world.updateInPlace(99_999_999, 1)]).toEqual([false, false])
    expect([await world.loadSettings(courseId), await world.countHistory(courseId)]).toMatchObject([{ revision: 1 }, 1])
  })

  it('accepts exactly one of eight writers with the same revision', async ({ world }) => {
    const courseId = await configureCourse(world.database)
    const names = Array.from({ length: 8 }, (_, index) => `Name ${index}`)
    const outcomes = await Promise.all(names.map((name) => world.updateInPlace(courseId, 1, { name })))
    expect([outcomes.filter(Boolean).length, await world.countHistory(courseId)]).toEqual([1, 2])
  })
})

async function openWorld() {
  const data = await openData()
  const { publicApi, owner } = data
  const loadSettings = createCourseSettingsLoader(publicApi)
  const update = (courseId: number, expectedRevision: number, change: Partial<CourseSettings> = {}, text?: string) =>
    publicApi.transaction((tx) =>
      updateCourseSettings(tx, {
        ...byTeacher,
        boundary: 'public',
        operation: 'putCourseSettings',
        courseId,
        expectedRevision,
        document: text ?? settingsText(courseId, { revision: expectedRevision + 1, ...change }),
      }),
    )
  async function countHistory(courseId: number): Promise<number> {
    const found = await owner.query('SELECT FROM course_settings_revision WHERE course_id = $1', [courseId])
    return found.rowCount ?? 0
  }
  const updateInPlace = (courseId: number, expectedRevision: number, change: Partial<CourseSettings> = {}) =>
    updateCourseSettingsInPlace(publicApi, {
      ...byTeacher,
      boundary: 'public',
      operation: 'putCourseSettings',
      courseId,
      expectedRevision,
      document: settingsText(courseId, { revision: expectedRevision + 1, ...change }),
    })
  return { ...data, loadSettings, update, countHistory, updateInPlace }
}
