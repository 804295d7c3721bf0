import { createTestDatabase } from '@course-grading/test-database'
import { afterAll, describe, expect, it } from 'vitest'
import { aGrading } from '../testing/a-grading.ts'
import { configureCourse, openObserved } from '../testing/open-settings.ts'
import { findExerciseGrading } from './find-exercise-grading.ts'
import { writeExerciseGrading } from './write-exercise-grading.ts'

const testDatabase = await createTestDatabase()
const { database } = await openObserved(testDatabase.urls.frontendInternal)
const courseId = await configureCourse(database, { manualGradingExercises: [1, 2, 3] })
const otherCourse = await configureCourse(database, { manualGradingExercises: [9] })
afterAll(async () => {
  await database.end()
  await testDatabase.drop()
})

const write = (exerciseId: number, expectedRevision: number, change = {}) =>
  database.transaction((tx) =>
    writeExerciseGrading(tx, { courseId, exerciseId, expectedRevision }, { ...aGrading, ...change }),
  )

describe('writeExerciseGrading', () => {
  it('writes settings that are read back unchanged, with times in UTC with milliseconds', async () => {
    const settings = {
      anonymous: false,
      attempts: 'all',
      order: 'oldest',
      autoPoints: 'added',
      leaseMinutes: 240,
      maxOpenClaims: 50,
      notify: false,
    } as const
    const change = { ...settings, releaseAt: '2026-12-01T12:00:00.12345+02:00', dueAt: '9999-12-31T23:59:59.999Z' }
    expect(await write(1, 0, change)).toBe(1)
    expect(await write(1, 1, change)).toBe(2)
    expect(await findExerciseGrading(database, { courseId, exerciseId: 1 })).toEqual({
      isListed: true,
      grading: {
        ...aGrading,
        ...settings,
        releaseAt: '2026-12-01T10:00:00.123Z',
        dueAt: '9999-12-31T23:59:59.999Z',
        revision: 2,
      },
    })
  })

  it('raises the revision with each write, and changes nothing if another revision is expected', async () => {
    for (const revision of [0, 1]) expect(await write(2, revision)).toBe(revision + 1)
    for (const stale of [0, 1, 3, Number.MAX_SAFE_INTEGER])
      await expect(write(2, stale, { leaseMinutes: 7 })).rejects.toMatchObject({ code: 'revision_conflict' })
    expect((await findExerciseGrading(database, { courseId, exerciseId: 2 }))?.grading).toEqual({
      ...aGrading,
      revision: 2,
    })
    await expect(write(77, 1)).rejects.toMatchObject({ code: 'revision_conflict' })
  })

  it('succeeds for only one of twelve writers with the same revision', async () => {
    for (const revision of [0, 1, 2]) {
      const results = await Promise.allSettled(Array.from({ length: 12 }, () => write(3, revision)))
      expect(results.filter(({ status }) => status === 'fulfilled')).toMatchObject([{ value: revision + 1 }])
    }
  })
})

describe('findExerciseGrading', () => {
  it('knows an exercise that is listed, or has settings, in this course', async () => {
    await write(5, 0)
    const of = (exerciseId: number) => findExerciseGrading(database, { courseId, exerciseId })
    expect(await of(5)).toEqual({ isListed: false, grading: { ...aGrading, revision: 1 } })
    expect([await of(6), await of(9)]).toEqual([null, null])
    expect(await findExerciseGrading(database, { courseId: otherCourse, exerciseId: 9 })).toEqual({
      isListed: true,
      grading: null,
    })
  })
})
