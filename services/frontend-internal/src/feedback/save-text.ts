import type { Tx } from '@course-grading/data/db/db'
import type { StoredFeedback } from '@course-grading/data/feedback/find-feedback'
import { renewLeaseOfFeedback, saveFeedback } from '@course-grading/data/feedback/save-feedback'
import type { FeedbackText } from '@course-grading/domain/feedback/feedback-text'
import { type PatchedFeedback, revisionsAfter } from '@course-grading/domain/feedback/patch-feedback'
import { partRevisionsOf } from './to-feedback.ts'

interface TextToSave extends Pick<PatchedFeedback, 'annotationsJson' | 'changed'> {
  readonly text: FeedbackText
  readonly userId: number
  readonly restoredFrom: number | null
}

export type SavedFeedback = Pick<StoredFeedback, 'revision' | 'assessmentRevision'>

/** Makes the next revision, if anything changed; else only the lease is renewed. */
export async function saveText(
  tx: Tx,
  found: StoredFeedback,
  { text, annotationsJson, changed, userId, restoredFrom }: TextToSave,
): Promise<SavedFeedback> {
  if (changed.length === 0) {
    if (found.assessmentId !== null) await renewLeaseOfFeedback(tx, found, userId)
    return found
  }
  const revisions = revisionsAfter(partRevisionsOf(found), text, changed, found.revision + 1)
  return await saveFeedback(tx, found, {
    ...text,
    annotations: annotationsJson,
    partRevisions: JSON.stringify(revisions),
    userId,
    restoredFrom,
  })
}
