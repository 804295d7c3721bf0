import { DomainError } from '../errors/domain-error.ts'

export function slugTaken(): DomainError {
  return new DomainError('slug_taken', {
    issues: [{ path: '$.slug', code: 'conflict', message: 'Another course has or had this slug.' }],
  })
}

/** Slugs that one course may have reserved, the present one included. */
export const maxSlugs = 20

export function tooManySlugs(): DomainError {
  return new DomainError('slug_taken', {
    issues: [
      { path: '$.slug', code: 'conflict', message: `The course has had ${maxSlugs} slugs, as many as a course may.` },
    ],
  })
}

export function exercisesTaken(exerciseIds: readonly number[]): DomainError {
  return new DomainError('manual_grading_exercise_conflict', {
    issues: exerciseIds.map((exerciseId) => ({
      path: '$.manualGradingExercises',
      code: 'conflict',
      message: `Exercise ${exerciseId} belongs to another course.`,
    })),
  })
}
