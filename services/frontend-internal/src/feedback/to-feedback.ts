import type { FeedbackDocument } from '@course-grading/contracts/feedback/feedback-document'
import type { StoredFeedback } from '@course-grading/data/feedback/find-feedback'
import type { FeedbackText } from '@course-grading/domain/feedback/feedback-text'
import type { PartRevisions } from '@course-grading/domain/documents/part-revisions'
import { toStaffRef } from '../assessments/to-assessment.ts'

export function toFeedback(stored: StoredFeedback): FeedbackDocument {
  const { id, courseId, submissionId, exerciseId, userId, assessmentId, state, revision } = stored
  return {
    id,
    courseId,
    ...textOf(stored),
    target:
      submissionId === null
        ? { type: 'student', userId: userId ?? 0 }
        : { type: 'submission', submissionId, exerciseId: exerciseId ?? 0 },
    state,
    revision,
    assessmentId,
    author: toStaffRef(stored.authorId, stored.authorName),
    updatedBy: toStaffRef(stored.updatedBy, stored.updatedByName),
    createdAt: stored.createdAt,
    updatedAt: stored.updatedAt,
    publishedAt: stored.publishedAt,
    readAt: stored.readAt,
  }
}

export function textOf({
  language,
  body,
  annotations,
}: Pick<StoredFeedback, 'language' | 'body' | 'annotations'>): FeedbackText {
  return { language, body, annotations }
}

export function partRevisionsOf({ partRevisions }: Pick<StoredFeedback, 'partRevisions'>): PartRevisions {
  return partRevisions
}

/** The revisions in the headers of a reply: of the document, and of the assessment that it belongs to. */
export function revisionsOf({
  revision,
  assessmentRevision,
}: {
  readonly revision: number
  readonly assessmentRevision: number | null
}) {
  return { revision, ...(assessmentRevision !== null && { assessmentRevision }) }
}
