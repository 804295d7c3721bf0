import type { DraftToPark } from '../assessments/park-draft.ts'
import type { Tx } from '../db.ts'
import { newId } from '../new-id.ts'
import { countRow, statement } from '../row.ts'

const park = statement('parkFeedback', countRow)

const maxDrafts = 20
/** The column's largest integer: a request may name any base revision, and larger ones are stored as this. */
const maxRevision = 2_147_483_647

/** The sender's newest `maxDrafts`; nothing about work of erased people. In the transaction that locked the document. */
export async function parkFeedback(
  tx: Tx,
  feedbackId: string,
  { ownerId, reason: refusedAs, baseRevision, content }: Omit<DraftToPark, 'assessmentId'>,
): Promise<void> {
  await tx.query(park`
    WITH subject AS (
      SELECT feedback.id, feedback.course_id, feedback.fixture
      FROM feedback
      WHERE feedback.id = ${feedbackId}::uuid AND (feedback.submission_id IS NULL OR EXISTS (
        SELECT FROM submission_submitter WHERE submission_submitter.submission_id = feedback.submission_id
      ))
    ),
    parked AS (
      INSERT INTO parked_draft (id, owner_id, course_id, feedback_id, refused_as, base_revision, content, created_at, fixture)
      SELECT ${newId()}::uuid, ${ownerId}::bigint, subject.course_id, subject.id, ${refusedAs},
        ${Math.min(baseRevision, maxRevision)}::integer, ${content}::json, clock_timestamp(), subject.fixture
      FROM subject
      RETURNING parked_draft.id
    ),
    dropped AS (
      DELETE FROM parked_draft
      WHERE parked_draft.id IN (
        SELECT older.id
        FROM parked_draft AS older
        WHERE older.feedback_id = ${feedbackId}::uuid AND older.owner_id = ${ownerId}::bigint
        ORDER BY older.created_at DESC, older.id DESC
        OFFSET ${maxDrafts - 1}::integer
      )
    )
    SELECT count(*) AS count FROM parked
  `)
}
