import { DomainError } from '@course-grading/domain/errors/domain-error'
import { describe, expect } from 'vitest'
import { configureCourse } from '../testing/open-settings.ts'
import { byTeacher, settingsText } from '../testing/settings-document.ts'
import { createCourseSettingsLoader } from './course-settings-loader.ts'
import { lockCourseSettingsDocument } from './course-tag-queries.ts'
import { updateCourseSettings } from './update-course-settings.ts'
import { openData, testIn } from '../testing/open-data.ts'
import { raceRounds } from '../testing/full-run.ts'

const it = testIn(openWorld)

describe('32 writers with the same revision', () => {
  it('end with one write and 31 stale writers', async ({ world }) => {
    const courseId = await configureCourse(world.database)
    for (let revision = 1; revision <= raceRounds; revision += 1) {
      const outcomes = await Promise.all(
        Array.from({ length: 32 }, (_, writer) => world.write(writer, courseId, revision, [])),
      )
      expect(outcomes.filter((outcome) => outcome === 'written')).toHaveLength(1)
      expect(outcomes.filter((outcome) => outcome === 'revision_conflict')).toHaveLength(31)
      const stored = await world.loadSettings(courseId)
      expect(stored?.revision).toBe(revision + 1)
      expect(stored?.document).toContain(`"Writer ${outcomes.indexOf('written')}"`)
    }
    const history = await world.owner.query<{ revision: number }>(
      'SELECT revision FROM course_settings_revision WHERE course_id = $1 ORDER BY at',
      [courseId],
    )
    expect(history.rows.map((row) => row.revision)).toEqual(
      Array.from({ length: raceRounds + 1 }, (_, index) => index + 1),
    )
  })
})

describe('two courses that claim the same exercises', () => {
  it('end with one course that holds them, even if the lists only overlap and have opposite orders', async ({
    world,
  }) => {
    for (let round = 0; round < raceRounds; round += 1) {
      const [first, second] = [await configureCourse(world.database), await configureCourse(world.database)]
      const base = 20_000 + round * 100
      const ids = Array.from({ length: 40 }, (_, index) => base + index)
      const outcomes = await Promise.all([
        world.write(0, first, 1, ids.slice(0, 30)),
        world.write(1, second, 1, ids.slice(10).toReversed()),
      ])
      expect(outcomes.toSorted()).toEqual(['manual_grading_exercise_conflict', 'written'])
      // The course that lost must not hold even the exercises that no other course wanted.
      const loser = outcomes[0] === 'written' ? second : first
      expect(await world.exercisesOf(loser)).toEqual([])
      expect(await world.loadSettings(loser)).toMatchObject({ revision: 1 })
    }
  })
})

describe('courses that swap exercises', () => {
  it('never deadlock, and never both hold the same exercise', async ({ world }) => {
    for (let round = 0; round < raceRounds; round += 1) {
      const base = 30_000 + round * 100
      const held = [
        [base, base + 1],
        [base + 2, base + 3],
      ]
      // Each releases one of its exercises, and both want the same two free ones.
      const wanted = [
        [base, base + 4, base + 5],
        [base + 2, base + 4, base + 5],
      ]
      const courses = await world.configureHolders(held)
      const outcomes = await world.writeAll(courses, wanted)
      expect(outcomes.toSorted()).toEqual(['manual_grading_exercise_conflict', 'written'])
      for (const [index, courseId] of courses.entries()) {
        expect(await world.exercisesOf(courseId)).toEqual(outcomes[index] === 'written' ? wanted[index] : held[index])
      }
    }
  })

  it('are both rejected while each holds the exercise that the other wants', async ({ world }) => {
    const held = [
      [40_000, 40_001],
      [40_002, 40_003],
    ]
    const courses = await world.configureHolders(held)
    expect(await world.writeAll(courses, [[40_002], [40_001]])).toEqual([
      'manual_grading_exercise_conflict',
      'manual_grading_exercise_conflict',
    ])
    expect(await Promise.all(courses.map(world.exercisesOf))).toEqual(held)
  })
})

describe('lockCourseSettingsDocument', () => {
  it('makes the next caller wait until the transaction ends', async ({ world }) => {
    const courseId = await configureCourse(world.database)
    const order: string[] = []
    const waiter = Promise.withResolvers<void>()
    let second: Promise<void> | undefined
    await world.database.transaction(async (tx) => {
      await lockCourseSettingsDocument(tx, courseId)
      second = world.database.transaction(async (other) => {
        waiter.resolve()
        await lockCourseSettingsDocument(other, courseId)
        order.push('second')
      })
      await waiter.promise
      await expect.poll(world.waiting).toBe(1)
      order.push('first')
    })
    await second
    expect(order).toEqual(['first', 'second'])
  })
})

async function openWorld() {
  const data = await openData()
  // Two pools, as of two processes, so that the writers compete only in the database.
  const { database, elsewhere, owner } = data
  const loadSettings = createCourseSettingsLoader(database)
  /** One write through the pool of `writer`; returns the outcome as one word. */
  async function write(
    writer: number,
    courseId: number,
    expectedRevision: number,
    exerciseIds: readonly number[],
  ): Promise<string> {
    const document = settingsText(courseId, {
      revision: expectedRevision + 1,
      name: `Writer ${writer}`,
      manualGradingExercises: exerciseIds,
    })
    try {
      await (writer % 2 === 0 ? database : elsewhere).transaction((tx) =>
        updateCourseSettings(tx, { ...byTeacher, courseId, expectedRevision, document }),
      )
      return 'written'
    } catch (error) {
      // Refused for now, since too many wait: on a busy machine a client comes again.
      if (error instanceof DomainError && error.code === 'overloaded')
        return await write(writer, courseId, expectedRevision, exerciseIds)
      if (error instanceof DomainError) return error.code
      throw error
    }
  }
  const exercisesOf = async (courseId: number) =>
    (
      await owner.query<{ ids: string[] }>(
        'SELECT array_agg(exercise_id ORDER BY exercise_id) AS ids FROM manual_grading_exercise WHERE course_id = $1',
        [courseId],
      )
    ).rows[0]?.ids?.map(Number) ?? []
  const configureHolders = (held: readonly (readonly number[])[]) =>
    Promise.all(held.map((exerciseIds) => configureCourse(database, { manualGradingExercises: exerciseIds })))
  const writeAll = (courses: readonly number[], wanted: readonly (readonly number[])[]) =>
    Promise.all(courses.map((courseId, writer) => write(writer, courseId, 1, wanted[writer] ?? [])))
  return { ...data, loadSettings, write, exercisesOf, configureHolders, writeAll }
}
