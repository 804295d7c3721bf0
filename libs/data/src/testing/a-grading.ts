import type { ExerciseGradingWrite } from '../grading/exercise-grading-rows.ts'

/** Grading settings for tests that need no particular ones. */
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
