import type { StoredAssessment } from '@course-grading/data/assessments/find-assessment'
import { DomainError } from '@course-grading/domain/errors'

/** In `X-Assessment-Revision`. @throws DomainError revision_conflict */
export function requireAssessmentRevision(
  { revision }: Pick<StoredAssessment, 'revision'>,
  assessmentRevision: number | null,
): void {
  if (assessmentRevision !== null && assessmentRevision !== revision)
    throw new DomainError('revision_conflict', { revision })
}
