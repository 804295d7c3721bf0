import { findAssessment, lockAssessment, type StoredAssessment, type Tx } from '@course-grading/data'
import { DomainError } from '@course-grading/domain'

/**
 * Locks an assessment that was found a moment ago, and reads it again.
 * @throws DomainError not_found, where it is gone
 */
export async function lockForStep(tx: Tx, { id }: Pick<StoredAssessment, 'id'>): Promise<StoredAssessment> {
  const found = await lockAssessment(tx, id)
  if (found === null) throw new DomainError('not_found')
  return found
}

/** What a step left of an assessment that it has locked. */
export async function readAfterStep(tx: Tx, { id }: Pick<StoredAssessment, 'id'>): Promise<StoredAssessment> {
  const found = await findAssessment(tx, id)
  if (found === null) throw new Error('an assessment that was locked is gone')
  return found
}

/**
 * Nobody judges their own work, teachers included.
 * @throws DomainError forbidden
 */
export function requireOthersWork({ submitters }: StoredAssessment, userId: number): void {
  if (submitters.some((submitter) => submitter.userId === userId)) throw new DomainError('forbidden')
}

/**
 * Of work whose submitters were all erased nothing is judged any more.
 * @throws DomainError not_in_state
 */
export function requireSubmitters({ submitters, revision }: StoredAssessment): void {
  if (submitters.length === 0) throw new DomainError('not_in_state', { detail: 'not_queued', revision })
}
