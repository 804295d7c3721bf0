import { findAssessment } from '@course-grading/data/assessments/find-assessment'
import type { Tx } from '@course-grading/data/db/db'
import type { StoredFeedback } from '@course-grading/data/feedback/find-feedback'
import { countSnippetUses } from '@course-grading/data/snippets/count-snippet-uses'
import { DomainError, type Issue } from '@course-grading/domain/errors/domain-error'
import { annotationsOfCriteria, unknownCriteria } from '@course-grading/domain/feedback/annotated-criteria'
import {
  applyFeedbackPatch,
  type FeedbackPatch,
  feedbackParts,
  feedbackPartsChangedSince,
  type PatchedFeedback,
} from '@course-grading/domain/feedback/patch-feedback'
import { saveStep } from '../assessments/save-step.ts'
import { judgeStored, toStaffRef } from '../assessments/to-assessment.ts'
import type { FrontendHandler } from '../access/handler.ts'
import { requireLocked, revisionsProblem, writerProblem } from './lock-feedback.ts'
import { type SavedFeedback, saveText } from './save-text.ts'
import { partRevisionsOf, revisionsOf, textOf } from './to-feedback.ts'

export const patchFeedback: FrontendHandler<'patchFeedback'> = async (
  { subject: { feedback, member }, query, body, caller: { userId }, expectedRevision, assessmentRevision },
  { database },
) => {
  const patch: FeedbackPatch = body
  const save = { patch, userId, expectedRevision, isBase: query.base !== undefined }
  const saved = await database.transaction(async (tx) => {
    const found = await requireLocked(tx, feedback)
    const before = textOf(found)
    const after = applyFeedbackPatch(before, patch, member.access.languages)
    const stored = {
      revision: found.revision,
      partRevisions: partRevisionsOf(found),
      touched: feedbackParts.touched(before, patch),
      changed: after.changed,
    }
    return await saveStep(tx, {
      save,
      stored,
      problemAt: (expected) => writerProblem(found, userId) ?? revisionsProblem(found, expected, assessmentRevision),
      draftOf: { assessmentId: null, feedbackId: found.id },
      lastChange: async () => {
        const by = toStaffRef(found.updatedBy, found.updatedByName).fullName
        const parts = feedbackPartsChangedSince(stored.partRevisions, expectedRevision, stored.touched)
        return { by, at: found.updatedAt, paths: parts.map(feedbackParts.pathOf) }
      },
      revisions: revisionsOf(found),
      write: () => write(tx, found, after, userId),
    })
  })
  if ('refused' in saved) throw saved.refused
  return { status: 204, ...revisionsOf(saved) }
}

async function write(tx: Tx, found: StoredFeedback, after: PatchedFeedback, userId: number): Promise<SavedFeedback> {
  const { text, changed, newSnippets } = after
  const issues = [...after.issues, ...(await criterionIssues(tx, found, annotationsOfCriteria(text, changed)))]
  if (issues.length > 0) throw new DomainError('validation_failed', { issues })
  const written = await saveText(tx, found, { ...after, userId, restoredFrom: null })
  if (newSnippets.length > 0) await countSnippetUses(tx, { courseId: found.courseId, userId, snippetIds: newSnippets })
  return written
}

/** The annotations of criteria that the rubric of the assessment does not have. Without annotations of criteria nothing is read. */
async function criterionIssues(
  tx: Tx,
  { assessmentId }: StoredFeedback,
  annotations: ReturnType<typeof annotationsOfCriteria>,
): Promise<readonly Issue[]> {
  if (annotations.length === 0) return []
  const assessment = assessmentId === null ? null : await findAssessment(tx, assessmentId)
  return unknownCriteria(annotations, assessment === null ? [] : judgeStored(assessment).document.criteria)
}
