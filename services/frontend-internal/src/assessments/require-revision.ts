import type { StoredAssessment } from '@course-grading/data/assessments/find-assessment'
import { DomainError } from '@course-grading/domain/errors/domain-error'

export function revisionProblem(
  { revision }: Pick<StoredAssessment, 'revision'>,
  expected: number | null,
): DomainError | null {
  return expected === null || expected === revision ? null : new DomainError('revision_conflict', { revision })
}

export function requireAssessmentRevision(found: Pick<StoredAssessment, 'revision'>, expected: number | null): void {
  const problem = revisionProblem(found, expected)
  if (problem !== null) throw problem
}
