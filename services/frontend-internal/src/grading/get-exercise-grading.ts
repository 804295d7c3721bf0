import { defaultExerciseGrading } from '@course-grading/contracts/grading/exercise-grading'
import { replyWithSubject } from '@course-grading/http-kit'
import type { FrontendHandler } from '../access/handler.ts'

export const getExerciseGrading: FrontendHandler<'getExerciseGrading'> = replyWithSubject(
  ({ exercise: { grading } }) => {
    if (grading === null) return { body: defaultExerciseGrading, revision: 0 }
    const { revision, ...body } = grading
    return { body, revision }
  },
)
