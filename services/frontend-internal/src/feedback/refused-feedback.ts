import type { DraftToPark } from '@course-grading/data/assessments/park-draft'
import type { Tx } from '@course-grading/data/db'
import type { StoredFeedback } from '@course-grading/data/feedback/find-feedback'
import { parkFeedback } from '@course-grading/data/feedback/park-feedback'
import { DomainError, type Issue } from '@course-grading/domain/errors'
import type { FeedbackText } from '@course-grading/domain/feedback/feedback-text'
import {
  feedbackPartsChangedSince,
  type FeedbackPatch,
  pathOfFeedbackPart,
  touchedFeedbackParts,
} from '@course-grading/domain/feedback/patch-feedback'
import { toStaffRef } from '../assessments/to-assessment.ts'
import { requireRevisions, requireWriter } from './lock-feedback.ts'
import { partRevisionsOf, revisionsOf } from './to-feedback.ts'

/** A save as it was sent. */
interface SentFeedback {
  readonly patch: FeedbackPatch
  readonly userId: number
  /** The revision that it names in `If-Match`, or in `base`. */
  readonly expectedRevision: number
  readonly isBase: boolean
  /** The revision in `X-Assessment-Revision`. */
  readonly assessmentRevision: number | null
}

/**
 * The problem because of which a save is refused; null if there is none. It is found before the save is validated: holder and
 * state are checked first, then the revision.
 */
export function findSaveProblem(
  found: StoredFeedback,
  before: FeedbackText,
  { patch, userId, expectedRevision, isBase, assessmentRevision }: SentFeedback,
): DomainError | null {
  try {
    requireWriter(found, userId)
    requireRevisions(found, isBase ? null : expectedRevision, assessmentRevision)
  } catch (error) {
    if (error instanceof DomainError) return error
    throw error
  }
  if (!isBase) return null
  const touched = touchedFeedbackParts(before, patch)
  const changed = new Set(feedbackPartsChangedSince(partRevisionsOf(found), expectedRevision, touched))
  // A save cannot be based on a revision that does not exist yet.
  const isConflict = expectedRevision > found.revision || touched.some((part) => changed.has(part))
  return isConflict ? new DomainError('merge_conflict') : null
}

/** Keeps a refused save for its writer. Returns the problem, with what has changed since the revision that was sent. */
export async function parkRefusedSave(
  tx: Tx,
  found: StoredFeedback,
  before: FeedbackText,
  { code, detail }: DomainError,
  { patch, userId, expectedRevision }: SentFeedback,
): Promise<DomainError> {
  await parkFeedback(tx, found.id, {
    ownerId: userId,
    reason: code as DraftToPark['reason'],
    baseRevision: expectedRevision,
    content: JSON.stringify(patch),
  })
  const change = `${toStaffRef(found.updatedBy, found.updatedByName).fullName} changed it at ${found.updatedAt}.`
  const touched = touchedFeedbackParts(before, patch)
  const issues = feedbackPartsChangedSince(partRevisionsOf(found), expectedRevision, touched).map((part): Issue => ({
    path: pathOfFeedbackPart(part),
    code: 'changed',
    message: 'Has changed since.',
  }))
  // The detail begins with the state of the document's assessment, as in every `not_in_state`.
  const state = detail === undefined ? '' : detail.endsWith('.') ? `${detail} ` : `${detail}. `
  return new DomainError(code, {
    detail: state + change,
    issues,
    ...revisionsOf(found),
  })
}
