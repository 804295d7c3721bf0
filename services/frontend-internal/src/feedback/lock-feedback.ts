import type { Tx } from '@course-grading/data/db/db'
import type { StoredFeedback } from '@course-grading/data/feedback/find-feedback'
import { lockFeedback } from '@course-grading/data/feedback/lock-feedback'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import { holderProblem } from '../assessments/require-holder.ts'
import { revisionsOf } from './to-feedback.ts'

/** Locks the document and reads it again. @throws DomainError not_found if it was deleted */
export async function requireLocked(tx: Tx, feedback: StoredFeedback): Promise<StoredFeedback> {
  const found = await lockFeedback(tx, feedback)
  if (found === null) throw new DomainError('not_found')
  return found
}

/** Only the holder of a submission writes its document; one about a student has no holder. The problem is not_in_state or claim_lost. */
export function writerProblem(feedback: StoredFeedback, userId: number): DomainError | null {
  const { assessmentState: state, holderId, holderName } = feedback
  return state === null ? null : holderProblem({ state, holderId, holderName, ...revisionsOf(feedback) }, userId)
}

/** A revision that is null accepts any. A document about a student belongs to no assessment. */
export function revisionsProblem(
  feedback: StoredFeedback,
  expected: number | null,
  assessmentRevision: number | null,
): DomainError | null {
  const { revision } = feedback
  const isCurrent =
    (expected ?? revision) === revision &&
    (assessmentRevision === null || feedback.assessmentRevision === assessmentRevision)
  return isCurrent ? null : new DomainError('revision_conflict', revisionsOf(feedback))
}

export function requireRevisions(...of: Parameters<typeof revisionsProblem>): void {
  const problem = revisionsProblem(...of)
  if (problem !== null) throw problem
}
