import { describe, expect } from 'vitest'
import { configureCourse } from '../testing/open-settings.ts'
import { listTakenExercises } from './manual-grading-exercise-queries.ts'
import { it } from '../testing/open-data.ts'

describe('listTakenExercises', () => {
  it("returns exercises that another course holds, ascending, and none that is the course's own or free", async ({
    world,
  }) => {
    await configureCourse(world.database, { manualGradingExercises: [71, 72, 73] })
    const courseId = await configureCourse(world.database, { manualGradingExercises: [74] })
    expect(await listTakenExercises(world.publicApi, courseId, [73, 74, 75, 71])).toEqual([71, 73])
    expect(await listTakenExercises(world.publicApi, courseId, [])).toEqual([])
  })
})
