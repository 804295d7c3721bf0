import { sql } from 'slonik'
import type { Tx } from '../db/db.ts'
import { write } from '../db/row.ts'
import { isSameSave } from '../history/is-same-save.ts'

/** At this number another version begins only when the newest was frozen. Versions are never deleted, so numbers count them. */
export const maxFeedbackVersions = 200

interface SavedText {
  readonly feedbackId: string
  readonly userId: number
  /** The version whose text this is; null of a text that was typed. */
  readonly restoredFrom: number | null
}

/** The document as it was just saved is the newest version: saves of one person continue theirs, others begin one. */
export async function recordVersion(tx: Tx, { feedbackId, userId, restoredFrom }: SavedText): Promise<void> {
  await tx.query(write('recordFeedbackVersion')`
    WITH latest AS (
      SELECT feedback_version.version, feedback_version.closed_at IS NULL
          AND (${restoredFrom}::integer IS NULL OR feedback_version.restored_from IS NOT NULL)
          AND (feedback_version.version >= ${maxFeedbackVersions}::integer
            OR ${isSameSave({ byUserId: sql.fragment`feedback_version.saved_by`, at: sql.fragment`feedback_version.begun_at` }, userId)}
          ) AS goes_on
      FROM feedback_version
      WHERE feedback_version.feedback_id = ${feedbackId}::uuid
      ORDER BY feedback_version.version DESC
      LIMIT 1
    ),
    continued AS (
      UPDATE feedback_version
      SET revision = feedback.revision, language = feedback.language, body = feedback.body, annotations = feedback.annotations,
        saved_by = ${userId}::bigint, restored_from = ${restoredFrom}::integer, saved_at = clock_timestamp()
      FROM feedback, latest
      WHERE feedback.id = ${feedbackId}::uuid AND feedback_version.feedback_id = feedback.id
        AND feedback_version.version = latest.version AND latest.goes_on
      RETURNING feedback_version.version
    )
    INSERT INTO feedback_version (feedback_id, version, revision, language, body, annotations, saved_by, begun_at, saved_at, restored_from)
    SELECT feedback.id, coalesce((SELECT latest.version FROM latest), 0) + 1, feedback.revision, feedback.language, feedback.body,
      feedback.annotations, ${userId}::bigint, clock_timestamp(), clock_timestamp(), ${restoredFrom}::integer
    FROM feedback
    WHERE feedback.id = ${feedbackId}::uuid AND NOT EXISTS (SELECT FROM continued)
  `)
}
