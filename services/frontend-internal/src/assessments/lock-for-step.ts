import { findAssessment, type StoredAssessment } from '@course-grading/data/assessments/find-assessment'
import { lockAssessment } from '@course-grading/data/assessments/lock-assessment'
import type { Tx } from '@course-grading/data/db'
import { DomainError } from '@course-grading/domain/errors'

/**
 * Locks an assessment that was found a moment ago, and reads it again.
 * @throws DomainError not_found if it was deleted
 */
export async function lockForStep(tx: Tx, { id }: Pick<StoredAssessment, 'id'>): Promise<StoredAssessment> {
  const found = await lockAssessment(tx, id)
  if (found === null) throw new DomainError('not_found')
  return found
}

/** An assessment after a step that has locked and changed it. */
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
 * Work whose submitters were all erased is no longer judged.
 * @throws DomainError not_in_state
 */
export function requireSubmitters({ submitters, revision }: StoredAssessment): void {
  if (submitters.length === 0) throw new DomainError('not_in_state', { detail: 'not_queued', revision })
}
