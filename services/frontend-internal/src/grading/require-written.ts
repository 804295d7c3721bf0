import type { ExerciseGradingOutcome } from '@course-grading/data/grading/write-exercise-grading'
import { DomainError } from '@course-grading/domain/errors'

/** @throws DomainError validation_failed if the rubric is not published in the course; revision_conflict */
export function requireWritten(outcome: ExerciseGradingOutcome): number {
  switch (outcome.outcome) {
    case 'written':
      return outcome.revision
    case 'stale':
      throw new DomainError('revision_conflict')
    case 'no_rubric':
      throw new DomainError('validation_failed', {
        issues: [{ path: '$.rubricId', code: 'invalid_value', message: 'Must be a published rubric of the course.' }],
      })
  }
}
