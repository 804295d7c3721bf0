import type { StoredAssessment } from '@course-grading/data/assessments/find-assessment'
import { DomainError, type DomainErrorDetails } from '@course-grading/domain/errors/domain-error'
import { toStaffRef } from './to-assessment.ts'

/** The holder may write after the lease, until somebody else claims the submission. @throws DomainError not_in_state, claim_lost */
export function requireHolder(
  {
    state,
    holderId,
    holderName,
    revision,
    assessmentRevision,
  }: Pick<StoredAssessment, 'state' | 'holderId' | 'holderName' | 'revision'> &
    Pick<DomainErrorDetails, 'assessmentRevision'>,
  userId: number,
): void {
  const revisions = { revision, assessmentRevision }
  if (state !== 'in_progress') throw new DomainError('not_in_state', { detail: state, ...revisions })
  if (holderId === userId) return
  const detail = holderId === null ? 'Nobody holds it.' : `${toStaffRef(holderId, holderName).fullName} holds it.`
  throw new DomainError('claim_lost', { detail, ...revisions })
}
