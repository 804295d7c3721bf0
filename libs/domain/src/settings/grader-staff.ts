import type { Issue } from '../errors.ts'
import type { Grader } from './course-settings.ts'

/** `staff[i]` belongs to `graders[i]`. */
export function staffIssues(graders: readonly Grader[], staff: readonly boolean[]): Issue[] {
  return graders.flatMap((grader, index) =>
    staff[index] === true
      ? []
      : [
          {
            path: `$.graders[${index}].userId`,
            code: 'not_staff',
            message: `User ${grader.userId} is not staff of this course.`,
          },
        ],
  )
}

export function exerciseConflictIssues(exerciseIds: readonly number[]): Issue[] {
  return exerciseIds.map((exerciseId) => ({
    path: '$.manualGradingExercises',
    code: 'conflict',
    message: `Exercise ${exerciseId} belongs to another course.`,
  }))
}
