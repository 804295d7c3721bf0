import { DomainError } from '@course-grading/domain/errors/domain-error'
import type { CourseSettings } from '@course-grading/domain/settings/course-settings'
import { describe, expect } from 'vitest'
import { configureCourse, nextCourseId } from '../testing/open-settings.ts'
import { byTeacher, settingsText } from '../testing/settings-document.ts'
import { createCourseSettingsLoader } from './course-settings-loader.ts'
import { insertCourseSettings } from './insert-course-settings.ts'
import { listTakenExercises } from './manual-grading-exercise-queries.ts'
import { openData, testIn } from '../testing/open-data.ts'
import { raceRounds } from '../testing/full-run.ts'

const it = testIn(openWorld)

describe('insertCourseSettings', () => {
  it('is done once by eight at the same time, and the others learn it', async ({ world }) => {
    for (let round = 0; round < raceRounds; round += 1) {
      const courseId = nextCourseId()
      const outcomes = await Promise.all(
        Array.from({ length: 8 }, () =>
          world.insert(courseId).then(
            () => 'written',
            (error: unknown) => (error instanceof DomainError ? error.code : 'failed'),
          ),
        ),
      )
      expect(outcomes.toSorted()).toEqual([...Array.from({ length: 7 }, () => 'already_configured'), 'written'])
    }
  })

  it('stores ids and marks of the tags if they are given', async ({ world }) => {
    const courseId = nextCourseId()
    await world.database.transaction((tx) =>
      insertCourseSettings(tx, {
        ...byTeacher,
        courseId,
        document: settingsText(courseId),
        tags: [{ slug: 'b', upstreamId: 77, gone: false }],
      }),
    )
    const rows = await world.owner.query(
      'SELECT slug, upstream_tag_id, gone FROM course_tag WHERE course_id = $1 ORDER BY slug',
      [courseId],
    )
    expect(rows.rows).toEqual([
      { slug: 'a', upstream_tag_id: null, gone: false },
      { slug: 'b', upstream_tag_id: '77', gone: false },
    ])
  })

  it('accepts a slug that is reserved for the same course', async ({ world }) => {
    const courseId = nextCourseId()
    await world.owner.query("INSERT INTO course_slug (slug, course_id) VALUES ('mine', $1)", [courseId])
    await world.insert(courseId, { slug: 'mine' })
    expect(await world.loadSettings(courseId)).toMatchObject({ revision: 1 })
  })

  it('names the exercises that another course holds', async ({ world }) => {
    await configureCourse(world.database, { manualGradingExercises: [71, 72] })
    await expect(world.insert(nextCourseId(), { manualGradingExercises: [73, 72] })).rejects.toMatchObject({
      code: 'manual_grading_exercise_conflict',
      issues: [{ message: 'Exercise 72 belongs to another course.' }],
    })
  })

  it('gives a slug to one of many courses that want it at the same time', async ({ world }) => {
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, () => world.insert(nextCourseId(), { slug: 'wanted' })),
    )
    const outcomes = results.map((result) => (result.status === 'fulfilled' ? 'written' : result.reason.code))
    expect(outcomes.toSorted()).toEqual([...Array.from({ length: 7 }, () => 'slug_taken'), 'written'])
  })
})

describe('listTakenExercises', () => {
  it("returns those of another course, ascending, and none that is the course's own or free", async ({ world }) => {
    await configureCourse(world.database, { manualGradingExercises: [81, 82, 83] })
    const courseId = await configureCourse(world.database, { manualGradingExercises: [84] })
    expect(await listTakenExercises(world.publicApi, courseId, [83, 84, 85, 81])).toEqual([81, 83])
    expect(await listTakenExercises(world.publicApi, courseId, [])).toEqual([])
  })
})

async function openWorld() {
  const data = await openData()
  const { database } = data
  const loadSettings = createCourseSettingsLoader(database)
  const insert = (courseId: number, change: Partial<CourseSettings> = {}) =>
    database.transaction((tx) =>
      insertCourseSettings(tx, { ...byTeacher, courseId, document: settingsText(courseId, change) }),
    )
  return { ...data, loadSettings, insert }
}
