import { DomainError } from '@course-grading/domain/errors'
import { createTestDatabase } from '@course-grading/test-database'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { configureCourse, openObserved } from '../testing/open-settings.ts'
import { byTeacher, settingsText } from '../testing/settings-document.ts'
import { createCourseSettingsLoader } from './course-settings-loader.ts'
import { updateCourseSettings } from './update-course-settings.ts'

const testDatabase = await createTestDatabase()
// Two pools, as of two processes, so that the writers compete only in the database.
const pools = await Promise.all([1, 2].map(() => openObserved(testDatabase.urls.frontendInternal, 8)))
const [{ database: frontend }] = pools as [(typeof pools)[0], (typeof pools)[0]]
const loadSettings = createCourseSettingsLoader(frontend)
const owner = new pg.Client({ connectionString: testDatabase.ownerUrl })
await owner.connect()
afterAll(async () => {
  await Promise.all(pools.map(({ database }) => database.end()))
  await owner.end()
  await testDatabase.drop()
})

/** One write through the pool of `writer`; returns the outcome as one word. */
async function write(
  writer: number,
  courseId: number,
  expectedRevision: number,
  exerciseIds: readonly number[],
): Promise<string> {
  const pool = pools[writer % pools.length]
  if (pool === undefined) throw new Error('no pool')
  const document = settingsText(courseId, {
    revision: expectedRevision + 1,
    name: `Writer ${writer}`,
    manualGradingExercises: exerciseIds,
  })
  try {
    await pool.database.transaction((tx) =>
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

describe('32 writers with the same revision', () => {
  it('end with one write and 31 stale writers, in ten rounds', async () => {
    const courseId = await configureCourse(frontend)
    for (let revision = 1; revision <= 10; revision += 1) {
      const outcomes = await Promise.all(
        Array.from({ length: 32 }, (_, writer) => write(writer, courseId, revision, [])),
      )
      expect(outcomes.filter((outcome) => outcome === 'written')).toHaveLength(1)
      expect(outcomes.filter((outcome) => outcome === 'revision_conflict')).toHaveLength(31)
      const stored = await loadSettings(courseId)
      expect(stored?.revision).toBe(revision + 1)
      expect(stored?.document).toContain(`"Writer ${outcomes.indexOf('written')}"`)
    }
    const history = await owner.query<{ revision: number }>(
      'SELECT revision FROM course_settings_revision WHERE course_id = $1 ORDER BY at',
      [courseId],
    )
    expect(history.rows.map((row) => row.revision)).toEqual(Array.from({ length: 11 }, (_, index) => index + 1))
  })
})

describe('two courses that claim one exercise', () => {
  it('end with one course that holds the exercise, in twenty rounds', async () => {
    for (let round = 0; round < 20; round += 1) {
      const courses = [await configureCourse(frontend), await configureCourse(frontend)]
      const exerciseId = 10_000 + round
      const outcomes = await Promise.all(courses.map((courseId, writer) => write(writer, courseId, 1, [exerciseId])))
      expect(outcomes.toSorted()).toEqual(['manual_grading_exercise_conflict', 'written'])
      const winner = courses[outcomes.indexOf('written')] ?? 0
      const loser = courses[outcomes.indexOf('manual_grading_exercise_conflict')] ?? 0
      expect([await exercisesOf(winner), await exercisesOf(loser)]).toEqual([[exerciseId], []])
      expect(await loadSettings(loser)).toMatchObject({ revision: 1 })
    }
  })

  it('end with one course even if their lists only overlap and have opposite orders', async () => {
    for (let round = 0; round < 20; round += 1) {
      const [first, second] = [await configureCourse(frontend), await configureCourse(frontend)]
      const base = 20_000 + round * 100
      const ids = Array.from({ length: 40 }, (_, index) => base + index)
      const outcomes = await Promise.all([
        write(0, first, 1, ids.slice(0, 30)),
        write(1, second, 1, ids.slice(10).toReversed()),
      ])
      expect(outcomes.toSorted()).toEqual(['manual_grading_exercise_conflict', 'written'])
      // The course that lost must not hold even the exercises that no other course wanted.
      expect(await exercisesOf(outcomes[0] === 'written' ? second : first)).toEqual([])
    }
  })
})

describe('courses that swap exercises', () => {
  const configureHolders = (held: readonly (readonly number[])[]) =>
    Promise.all(held.map((exerciseIds) => configureCourse(frontend, { manualGradingExercises: exerciseIds })))
  const writeAll = (courses: readonly number[], wanted: readonly (readonly number[])[]) =>
    Promise.all(courses.map((courseId, writer) => write(writer, courseId, 1, wanted[writer] ?? [])))

  it('never deadlock, and never both hold the same exercise', async () => {
    for (let round = 0; round < 20; round += 1) {
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
      const courses = await configureHolders(held)
      const outcomes = await writeAll(courses, wanted)
      expect(outcomes.toSorted()).toEqual(['manual_grading_exercise_conflict', 'written'])
      for (const [index, courseId] of courses.entries()) {
        expect(await exercisesOf(courseId)).toEqual(outcomes[index] === 'written' ? wanted[index] : held[index])
      }
    }
  })

  it('are both rejected while each holds the exercise that the other wants', async () => {
    const held = [
      [40_000, 40_001],
      [40_002, 40_003],
    ]
    const courses = await configureHolders(held)
    expect(await writeAll(courses, [[40_002], [40_001]])).toEqual([
      'manual_grading_exercise_conflict',
      'manual_grading_exercise_conflict',
    ])
    expect(await Promise.all(courses.map(exercisesOf))).toEqual(held)
  })
})
