import type { StoredAssessment } from '@course-grading/data/assessments/find-assessment'
import { DomainError } from '@course-grading/domain/errors/domain-error'

/** A write may say in `X-Assessment-Revision` which revision it must still have. @throws DomainError revision_conflict */
export function requireAssessmentRevision(
  { revision }: Pick<StoredAssessment, 'revision'>,
  assessmentRevision: number | null,
): void {
  if (assessmentRevision !== null && assessmentRevision !== revision)
    throw new DomainError('revision_conflict', { revision })
}
