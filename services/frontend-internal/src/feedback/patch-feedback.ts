import { findAssessment } from '@course-grading/data/assessments/find-assessment'
import { type DraftToPark, parkDraft } from '@course-grading/data/assessments/park-draft'
import type { Tx } from '@course-grading/data/db/db'
import type { StoredFeedback } from '@course-grading/data/feedback/find-feedback'
import { renewLeaseOfFeedback, saveFeedback } from '@course-grading/data/feedback/save-feedback'
import { countSnippetUses } from '@course-grading/data/snippets/count-snippet-uses'
import { DomainError, type Issue } from '@course-grading/domain/errors/domain-error'
import { annotationsOfCriteria, unknownCriteria } from '@course-grading/domain/feedback/annotated-criteria'
import {
  feedbackPartsChangedSince,
  type FeedbackPatch,
  applyFeedbackPatch,
  pathOfFeedbackPart,
  revisionsAfter,
  touchedFeedbackParts,
} from '@course-grading/domain/feedback/patch-feedback'
import { explainRefusal, findSaveProblem, type SentSave, type StoredParts } from '../assessments/refused-save.ts'
import { judgeStored, toStaffRef } from '../assessments/to-assessment.ts'
import type { FrontendHandler } from '../access/handler.ts'
import { requireLocked, requireRevisions, requireWriter } from './lock-feedback.ts'
import { partRevisionsOf, revisionsOf, textOf } from './to-feedback.ts'

export const patchFeedback: FrontendHandler<'patchFeedback'> = async (
  { subject: { feedback, member }, query, body, caller: { userId }, expectedRevision, assessmentRevision },
  { database },
) => {
  const sent: FeedbackPatch = body
  const save = { patch: sent, userId, expectedRevision, isBase: query.base !== undefined }
  const saved = await database.transaction(async (tx) => {
    const found = await requireLocked(tx, feedback)
    const before = textOf(found)
    const after = applyFeedbackPatch(before, sent, member.access.languages)
    const { text, annotationsJson, changed, newSnippets } = after
    const stored = {
      revision: found.revision,
      partRevisions: partRevisionsOf(found),
      touched: touchedFeedbackParts(before, sent),
      changed,
    }
    const problem = findSaveProblem(save, stored, (expected) => {
      requireWriter(found, userId)
      requireRevisions(found, expected, assessmentRevision)
    })
    // The parked draft must be committed, so the problem is thrown outside the transaction.
    if (problem !== null) return { refused: await refuse(tx, found, stored, problem, save) }
    const issues = [...after.issues, ...(await criterionIssues(tx, found, annotationsOfCriteria(text, changed)))]
    if (issues.length > 0) throw new DomainError('validation_failed', { issues })
    if (changed.length === 0) {
      if (found.assessmentId !== null) await renewLeaseOfFeedback(tx, found, userId)
      return found
    }
    const written = await saveFeedback(tx, found, {
      ...text,
      annotations: annotationsJson,
      partRevisions: JSON.stringify(revisionsAfter(stored.partRevisions, text, changed, found.revision + 1)),
      userId,
      restoredFrom: null,
    })
    if (newSnippets.length > 0)
      await countSnippetUses(tx, { courseId: found.courseId, userId, snippetIds: newSnippets })
    return written
  })
  if ('refused' in saved) throw saved.refused
  return { status: 204, ...revisionsOf(saved) }
}

async function refuse(
  tx: Tx,
  found: StoredFeedback,
  { partRevisions, touched }: StoredParts,
  problem: DomainError,
  { patch: content, userId, expectedRevision }: SentSave<FeedbackPatch>,
): Promise<DomainError> {
  await parkDraft(tx, {
    assessmentId: null,
    feedbackId: found.id,
    ownerId: userId,
    reason: problem.code as DraftToPark['reason'],
    baseRevision: expectedRevision,
    content: JSON.stringify(content),
  })
  const by = toStaffRef(found.updatedBy, found.updatedByName).fullName
  const paths = feedbackPartsChangedSince(partRevisions, expectedRevision, touched).map(pathOfFeedbackPart)
  return explainRefusal(problem, { by, at: found.updatedAt, paths }, revisionsOf(found))
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
