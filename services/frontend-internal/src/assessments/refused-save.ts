import type { StoredAssessment } from '@course-grading/data/assessments/find-assessment'
import { type DraftToPark, parkDraft } from '@course-grading/data/assessments/park-draft'
import type { Tx } from '@course-grading/data/db'
import {
  type JudgementDocument,
  type JudgementPatch,
  partsChangedSince,
  pathOfPart,
  touchedParts,
} from '@course-grading/domain/assessments/patch-judgement'
import { DomainError, type Issue } from '@course-grading/domain/errors'
import { hasChangedSince } from '@course-grading/domain/part-revisions'
import { requireHolder } from './require-holder.ts'
import { requireAssessmentRevision } from './require-revision.ts'
import { judgeStored, partRevisionsOf, toStaffRef } from './to-assessment.ts'

/** A save as it was sent. */
interface SentSave {
  readonly patch: JudgementPatch
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
  found: StoredAssessment,
  before: JudgementDocument,
  { patch, userId, expectedRevision, isBase, assessmentRevision }: SentSave,
): DomainError | null {
  try {
    requireHolder(found, userId)
    requireAssessmentRevision(found, assessmentRevision)
    if (!isBase) requireAssessmentRevision(found, expectedRevision)
  } catch (error) {
    if (error instanceof DomainError) return error
    throw error
  }
  if (!isBase) return null
  const revisions = partRevisionsOf(found)
  // A save cannot be based on a revision that does not exist yet.
  const isConflict =
    expectedRevision > found.revision ||
    touchedParts(before, patch).some((part) => hasChangedSince(revisions, expectedRevision, part))
  return isConflict ? new DomainError('merge_conflict') : null
}

/** Keeps a refused save for its writer. Returns the problem, with what has changed since the revision that was sent. */
export async function parkRefusedSave(
  tx: Tx,
  found: StoredAssessment,
  before: JudgementDocument,
  { code, detail }: DomainError,
  { patch, userId, expectedRevision }: SentSave,
): Promise<DomainError> {
  const { id, revision } = found
  const { byUserId, byName, at } = await parkDraft(tx, {
    assessmentId: id,
    ownerId: userId,
    reason: code as DraftToPark['reason'],
    baseRevision: expectedRevision,
    content: JSON.stringify(patch),
  })
  const change = `${byUserId === null ? 'The service' : toStaffRef(byUserId, byName).fullName} changed it at ${at}.`
  const { criteria } = judgeStored(found).document
  const concerned = { criteria, touched: touchedParts(before, patch) }
  const issues = partsChangedSince(partRevisionsOf(found), expectedRevision, concerned).map((part): Issue => ({
    path: pathOfPart(part),
    code: 'changed',
    message: 'Has changed since.',
  }))
  // The detail begins with the state of the assessment, as in every `not_in_state`.
  const state = detail === undefined ? '' : detail.endsWith('.') ? `${detail} ` : `${detail}. `
  return new DomainError(code, { detail: state + change, issues, revision })
}
