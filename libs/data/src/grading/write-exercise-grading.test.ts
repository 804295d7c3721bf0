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
  it('succeeds for only one of twelve writers with the same revision', async () => {
    for (const revision of [0, 1, 2]) {
      const results = await Promise.allSettled(Array.from({ length: 12 }, () => write(3, revision)))
      expect(results.filter(({ status }) => status === 'fulfilled')).toMatchObject([{ value: revision + 1 }])
    }
  })
})
