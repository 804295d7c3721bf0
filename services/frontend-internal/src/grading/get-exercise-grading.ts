import { defaultExerciseGrading } from '@course-grading/contracts/grading/exercise-grading'
import type { FrontendHandler } from '../access/handler.ts'

export const getExerciseGrading: FrontendHandler<'getExerciseGrading'> = async ({
  access: {
    exercise: { grading },
  },
}) => {
  if (grading === null) return { status: 200, body: defaultExerciseGrading, revision: 0 }
  const { revision, ...body } = grading
  return { status: 200, body, revision }
}
