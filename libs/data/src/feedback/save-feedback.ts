import Type from 'typebox'
import { leaseEnd } from '../submissions/assessment-parts.ts'
import type { Tx } from '../db/db.ts'
import { write } from '../db/row.ts'
import { recordSave } from '../history/record-save.ts'
import type { StoredFeedback } from './find-feedback.ts'
import { recordVersion } from './record-version.ts'

const saveFeedbackRow = Type.Object({ revision: Type.Integer() })
const saveAssessmentRow = Type.Object({ revision: Type.Integer(), pointsBefore: Type.Number() })

interface FeedbackWrite {
  readonly language: string
  readonly body: string
  /** JSON text, like `partRevisions`. */
  readonly annotations: string
  readonly partRevisions: string
  readonly userId: number
  readonly restoredFrom: number | null
}

/** Makes the next revision of the document and of its assessment, if it has one, which the caller has locked. */
export async function saveFeedback(
  tx: Tx,
  found: StoredFeedback,
  { language, body, annotations, partRevisions, userId, restoredFrom }: FeedbackWrite,
): Promise<{ readonly revision: number; readonly assessmentRevision: number | null }> {
  // A document about a student has no assessment.
  const assessmentRevision =
    found.assessmentId === null
      ? null
      : await saveAssessment(tx, { ...found, assessmentId: found.assessmentId }, userId)
  const { revision } = await tx.one(write('saveFeedback', saveFeedbackRow)`
    UPDATE feedback
    SET revision = feedback.revision + 1, language = ${language}, body = ${body}, annotations = ${annotations}::json,
      part_revisions = ${partRevisions}::json, updated_by = ${userId}::bigint, updated_at = clock_timestamp()
    WHERE feedback.id = ${found.id}::uuid AND feedback.revision = ${found.revision}::integer
    RETURNING feedback.revision
  `)
  await recordVersion(tx, { feedbackId: found.id, userId, restoredFrom })
  return { revision, assessmentRevision }
}

async function saveAssessment(
  tx: Tx,
  {
    assessmentId,
    assessmentRevision,
    leaseMinutes,
  }: Pick<StoredFeedback, 'assessmentRevision' | 'leaseMinutes'> & { readonly assessmentId: string },
  userId: number,
): Promise<number> {
  const { revision, pointsBefore } = await tx.one(write('saveAssessmentOfFeedback', saveAssessmentRow)`
    UPDATE assessment
    SET revision = assessment.revision + 1, grader_id = ${userId}::bigint, lease_until = ${leaseEnd(leaseMinutes)}, is_offered = FALSE,
      updated_at = clock_timestamp(), saved_at = clock_timestamp()
    WHERE assessment.id = ${assessmentId}::uuid AND assessment.state = 'in_progress' AND assessment.holder_id = ${userId}::bigint
      AND assessment.revision = ${assessmentRevision}::integer
    RETURNING assessment.revision, assessment.points::float8 AS points_before
  `)
  await recordSave(tx, { name: 'feedback_saved', assessmentId, userId, revision, pointsBefore })
  return revision
}

/** Renews the lease of whoever writes a document, after a save that changed nothing. */
export async function renewLeaseOfFeedback(
  tx: Tx,
  { assessmentId, leaseMinutes }: Pick<StoredFeedback, 'assessmentId' | 'leaseMinutes'>,
  userId: number,
): Promise<void> {
  await tx.query(write('renewLeaseOfFeedback')`
    UPDATE assessment SET lease_until = ${leaseEnd(leaseMinutes)}, is_offered = FALSE
    WHERE assessment.id = ${assessmentId}::uuid AND assessment.state = 'in_progress' AND assessment.holder_id = ${userId}::bigint
  `)
}
