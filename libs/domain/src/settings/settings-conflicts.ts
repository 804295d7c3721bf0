import { DomainError } from '../errors/domain-error.ts'

/** Another course has or had the slug. */
export function slugTaken(): DomainError {
  return new DomainError('slug_taken', {
    issues: [{ path: '$.slug', code: 'conflict', message: 'Another course has or had this slug.' }],
  })
}

/** Slugs that one course may have reserved, the present one included. */
export const maxSlugs = 20

/** The course itself has had as many slugs as it may. */
export function tooManySlugs(): DomainError {
  return new DomainError('slug_taken', {
    issues: [
      { path: '$.slug', code: 'conflict', message: `The course has had ${maxSlugs} slugs, as many as a course may.` },
    ],
  })
}

/** Another course holds the exercises. */
export function exercisesTaken(exerciseIds: readonly number[]): DomainError {
  return new DomainError('manual_grading_exercise_conflict', {
    issues: exerciseIds.map((exerciseId) => ({
      path: '$.manualGradingExercises',
      code: 'conflict',
      message: `Exercise ${exerciseId} belongs to another course.`,
    })),
  })
}
