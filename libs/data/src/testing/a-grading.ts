import type { ExerciseGradingWrite } from '../grading/exercise-grading-rows.ts'

/** Grading settings where a test asks for nothing else. */
export const aGrading: ExerciseGradingWrite = {
  rubricId: null,
  anonymous: false,
  attempts: 'latest',
  order: 'bands',
  autoPoints: 'shown',
  release: 'manual',
  releaseAt: null,
  leaseMinutes: 30,
  maxOpenClaims: 5,
  dueAt: null,
  notify: true,
}
