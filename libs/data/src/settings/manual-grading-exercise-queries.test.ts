import { createTestDatabase } from '@course-grading/test-database'
import { afterAll, describe, expect, it } from 'vitest'
import { configureCourse, openObserved } from '../testing/open-settings.ts'
import { listTakenExercises } from './manual-grading-exercise-queries.ts'

const testDatabase = await createTestDatabase()
const { database: frontend } = await openObserved(testDatabase.urls.frontendInternal)
const { database } = await openObserved(testDatabase.urls.publicApi)
afterAll(async () => {
  await frontend.end()
  await database.end()
  await testDatabase.drop()
})

describe('listTakenExercises', () => {
  it("returns exercises that another course holds, ascending, and none that is the course's own or free", async () => {
    await configureCourse(frontend, { manualGradingExercises: [71, 72, 73] })
    const courseId = await configureCourse(frontend, { manualGradingExercises: [74] })
    expect(await listTakenExercises(database, courseId, [73, 74, 75, 71])).toEqual([71, 73])
    expect(await listTakenExercises(database, courseId, [])).toEqual([])
  })
})
