import { describe, expect } from 'vitest'
import { aGrading } from '../testing/a-grading.ts'
import { configureCourse } from '../testing/open-settings.ts'
import { writeExerciseGrading } from './write-exercise-grading.ts'
import { openData, testIn } from '../testing/open-data.ts'

const it = testIn(openWorld)

describe('writeExerciseGrading', () => {
  it('succeeds for only one of twelve writers with the same revision', async ({ world }) => {
    for (const revision of [0, 1, 2]) {
      const results = await Promise.allSettled(Array.from({ length: 12 }, () => world.write(3, revision)))
      expect(results.filter(({ status }) => status === 'fulfilled')).toMatchObject([{ value: revision + 1 }])
    }
  })
})

async function openWorld() {
  const data = await openData()
  const { database } = data
  const courseId = await configureCourse(database, { manualGradingExercises: [1, 2, 3] })
  const write = (exerciseId: number, expectedRevision: number, change = {}) =>
    database.transaction((tx) =>
      writeExerciseGrading(tx, { courseId, exerciseId, expectedRevision }, { ...aGrading, ...change }),
    )
  return { ...data, write }
}
