import type { StoredAssessment } from '@course-grading/data'
import { DomainError, type DomainErrorDetails } from '@course-grading/domain'

/**
 * Only the holder may write, also after the lease has ended, as long as nobody else has claimed since.
 * @throws DomainError not_in_state if it is completed, claim_lost
 */
export function requireHolder(
  {
    state,
    holderId,
    revision,
    assessmentRevision,
  }: Pick<StoredAssessment, 'state' | 'holderId' | 'revision'> & Pick<DomainErrorDetails, 'assessmentRevision'>,
  userId: number,
): void {
  const revisions = { revision, assessmentRevision }
  if (state !== 'in_progress') throw new DomainError('not_in_state', { detail: state, ...revisions })
  if (holderId === userId) return
  const detail = holderId === null ? 'Nobody holds it.' : `User ${holderId} holds it.`
  throw new DomainError('claim_lost', { detail, ...revisions })
}
