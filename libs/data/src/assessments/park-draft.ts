import type { Tx } from '../db/db.ts'
import { newId } from '../db/new-id.ts'
import { write } from '../db/row.ts'

/** A refused save, or what an assessment had before it was restarted. */
export interface DraftToPark {
  /** Null for a draft of a feedback document. */
  readonly assessmentId: string | null
  readonly feedbackId: string | null
  readonly ownerId: number
  readonly reason: 'revision_conflict' | 'merge_conflict' | 'claim_lost' | 'not_in_state' | 'restarted'
  readonly baseRevision: number
  /** JSON text. */
  readonly content: string
}

/** How many parked drafts are kept for one person and assessment or document. */
const maxDrafts = 20
/** The column's largest integer: a request may name any base revision, and larger ones are stored as this. */
const maxRevision = 2_147_483_647

/** Keeps only the owner's newest drafts, and none about work of erased people. The caller has locked the assessment or document. */
export async function parkDraft(tx: Tx, draft: DraftToPark): Promise<void> {
  const { assessmentId, feedbackId, ownerId, reason: refusedAs, baseRevision, content } = draft
  await tx.query(write('parkDraft')`
    INSERT INTO parked_draft (id, owner_id, course_id, assessment_id, feedback_id, refused_as, base_revision, content, created_at, fixture)
    SELECT ${newId()}::uuid, ${ownerId}::bigint, subject.course_id, ${assessmentId}::uuid, ${feedbackId}::uuid, ${refusedAs},
      ${Math.min(baseRevision, maxRevision)}::integer, ${content}::json, clock_timestamp(), subject.fixture
    FROM (
      SELECT assessment.course_id, assessment.submission_id, assessment.fixture
      FROM assessment
      WHERE assessment.id = ${assessmentId}::uuid
      UNION ALL
      SELECT feedback.course_id, feedback.submission_id, feedback.fixture FROM feedback WHERE feedback.id = ${feedbackId}::uuid
    ) AS subject
    WHERE subject.submission_id IS NULL OR EXISTS (
      SELECT FROM submission_submitter WHERE submission_submitter.submission_id = subject.submission_id
    )
  `)
  await tx.query(write('dropOldDrafts')`
    DELETE FROM parked_draft
    WHERE parked_draft.id IN (
      SELECT older.id
      FROM parked_draft AS older
      WHERE (older.assessment_id = ${assessmentId}::uuid OR older.feedback_id = ${feedbackId}::uuid)
        AND older.owner_id = ${ownerId}::bigint
      ORDER BY older.created_at DESC, older.id DESC
      OFFSET ${maxDrafts}::integer
    )
  `)
}
