import type { Tx } from '@course-grading/data/db'
import type { StoredFeedback } from '@course-grading/data/feedback/find-feedback'
import { lockFeedback } from '@course-grading/data/feedback/lock-feedback'
import { DomainError } from '@course-grading/domain/errors'
import { requireHolder } from '../assessments/require-holder.ts'
import { revisionsOf } from './to-feedback.ts'

/** Found a moment ago. @throws DomainError not_found if it was deleted */
export async function requireLocked(tx: Tx, feedback: StoredFeedback): Promise<StoredFeedback> {
  const found = await lockFeedback(tx, feedback)
  if (found === null) throw new DomainError('not_found')
  return found
}

/** The holder of a submission's document; of a student's, whoever may read it. @throws DomainError not_in_state, claim_lost */
export function requireWriter(feedback: StoredFeedback, userId: number): void {
  const { assessmentState: state, holderId, holderName } = feedback
  if (state !== null) requireHolder({ state, holderId, holderName, ...revisionsOf(feedback) }, userId)
}

/** Null accepts any. A document about a student belongs to no assessment. @throws DomainError revision_conflict */
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
