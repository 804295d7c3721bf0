import type { StoredAssessment } from '@course-grading/data/assessments/find-assessment'
import { DomainError } from '@course-grading/domain/errors/domain-error'

/** Nobody judges their own work, not even a teacher. @throws DomainError forbidden */
export function requireOthersWork({ submitters }: StoredAssessment, userId: number): void {
  if (submitters.some((submitter) => submitter.userId === userId)) throw new DomainError('forbidden')
}

/** Work whose submitters were all erased is no longer judged. @throws DomainError not_in_state */
export function requireSubmitters({ submitters, revision }: StoredAssessment): void {
  if (submitters.length === 0) throw new DomainError('not_in_state', { detail: 'not_queued', revision })
}
