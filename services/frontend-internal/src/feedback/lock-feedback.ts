import type { Tx } from '@course-grading/data/db/db'
import type { StoredFeedback } from '@course-grading/data/feedback/find-feedback'
import { lockFeedback } from '@course-grading/data/feedback/lock-feedback'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import { requireHolder } from '../assessments/require-holder.ts'
import { revisionsOf } from './to-feedback.ts'

/** Locks the document and reads it again. @throws DomainError not_found if it was deleted */
export async function requireLocked(tx: Tx, feedback: StoredFeedback): Promise<StoredFeedback> {
  const found = await lockFeedback(tx, feedback)
  if (found === null) throw new DomainError('not_found')
  return found
}

/** Only the holder of a submission writes its document; one about a student has no holder. @throws DomainError not_in_state, claim_lost */
export function requireWriter(feedback: StoredFeedback, userId: number): void {
  const { assessmentState: state, holderId, holderName } = feedback
  if (state !== null) requireHolder({ state, holderId, holderName, ...revisionsOf(feedback) }, userId)
}

/** A revision that is null accepts any. A document about a student belongs to no assessment. @throws DomainError revision_conflict */
export function requireRevisions(
  feedback: StoredFeedback,
  expected: number | null,
  assessmentRevision: number | null,
): void {
  const { revision } = feedback
  const isCurrent =
    (expected ?? revision) === revision &&
    (assessmentRevision === null || feedback.assessmentRevision === assessmentRevision)
  if (!isCurrent) throw new DomainError('revision_conflict', revisionsOf(feedback))
}
