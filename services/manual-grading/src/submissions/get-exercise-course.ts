import { findExerciseCourse } from '@course-grading/data/submissions/exercise-course-queries'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import type { GraderHandler } from '../access/handler.ts'

export const getExerciseCourse: GraderHandler<'getExerciseCourse'> = async ({ params }, { database }) => {
  const course = await findExerciseCourse(database, params.exerciseId)
  if (course === null) throw new DomainError('not_found')
  return { status: 200, body: course }
}
