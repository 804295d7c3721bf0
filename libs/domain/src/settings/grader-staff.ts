import type { Issue } from '../errors.ts'
import type { Grader } from './course-settings.ts'

/** Issues of the graders who are not course staff; `staff[i]` is true if the learning platform lists `graders[i]` as such. */
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
