import { describe, expect, it } from 'vitest'
import { essayRubric, projectRubric } from '../demo-course/rubrics.ts'
import { lookAtDemoCourse } from './look.ts'

const filled: Readonly<Record<string, object>> = {
  '/courses/11/settings': { manualGradingExercises: [1103, 1104], graders: [{ userId: 102 }, { userId: 103 }] },
  '/courses/11/exercises/1103/grading': { rubricId: 'e', release: 'manual', anonymous: false },
  '/courses/11/exercises/1104/grading': { rubricId: 'p', release: 'immediate', anonymous: false },
  '/rubrics/e': { latest: { ...essayRubric, addedByTheService: true } },
  '/rubrics/p': { latest: projectRubric },
}
const lookAt = (changed: Readonly<Record<string, object>>) =>
  lookAtDemoCourse(async (path) => {
    const body = { ...filled, ...changed }[path]
    return { status: body === undefined ? 404 : 200, body: { ...body } }
  })

describe('the look at the demo course', () => {
  it('misses nothing of the course as it was filled', async () => {
    expect(await lookAt({})).toEqual([])
  })

  it.each<[what: string, changed: Readonly<Record<string, object>>, missing: readonly string[]]>([
    [
      'a grader and an exercise that were taken out of the settings',
      { '/courses/11/settings': { manualGradingExercises: [1103], graders: [{ userId: 102 }] } },
      ['user 103 is no grader of course 11', 'exercise 1104 is not graded by hand'],
    ],
    [
      'results that are released in another way, and anonymous work',
      { '/courses/11/exercises/1103/grading': { rubricId: 'e', release: 'immediate', anonymous: true } },
      ['results of exercise 1103 are not released as "manual"', 'work of exercise 1103 is anonymous'],
    ],
    [
      'another rubric',
      { '/rubrics/p': { latest: { ...projectRubric, criteria: [] } } },
      ["exercise 1104 is judged by another rubric than the demo's"],
    ],
    [
      'a rubric that was taken away',
      { '/courses/11/exercises/1104/grading': { rubricId: null, release: 'immediate', anonymous: false } },
      ["exercise 1104 is judged by another rubric than the demo's"],
    ],
  ])('names %s', async (_what, changed, missing) => {
    expect(await lookAt(changed)).toEqual(missing)
  })
})
