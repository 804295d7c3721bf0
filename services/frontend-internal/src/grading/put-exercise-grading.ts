import { writeExerciseGrading } from '@course-grading/data/grading/write-exercise-grading'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import { exerciseGradingIssues } from '@course-grading/domain/grading/exercise-grading-issues'
import type { FrontendHandler } from '../access/handler.ts'

export const putExerciseGrading: FrontendHandler<'putExerciseGrading'> = async (
  { subject: { exercise }, params: { courseId, exerciseId }, body, expectedRevision },
  { database },
) => {
  const issues = exerciseGradingIssues(body)
  if (issues.length > 0) throw new DomainError('validation_failed', { issues })
  if ((exercise.grading?.revision ?? 0) !== expectedRevision) throw new DomainError('revision_conflict')
  const revision = await database.transaction((tx) =>
    writeExerciseGrading(tx, { courseId, exerciseId, expectedRevision }, body),
  )
  return { status: 204, revision }
}
