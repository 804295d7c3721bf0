import type { StoredAssessment } from '@course-grading/data/assessments/find-assessment'
import { DomainError } from '@course-grading/domain/errors/domain-error'

/** Compares the revision in `X-Assessment-Revision`; null accepts any. @throws DomainError revision_conflict */
export function requireAssessmentRevision(
  { revision }: Pick<StoredAssessment, 'revision'>,
  assessmentRevision: number | null,
): void {
  if (assessmentRevision !== null && assessmentRevision !== revision)
    throw new DomainError('revision_conflict', { revision })
}
