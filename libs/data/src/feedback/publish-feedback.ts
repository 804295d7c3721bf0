import Type from 'typebox'
import type { Tx } from '../db/db.ts'
import { write } from '../db/row.ts'
import type { StoredFeedback } from './find-feedback.ts'

const revised = Type.Object({ revision: Type.Integer() })

/** `text` is JSON. Returns the next revision, so that nobody withdraws what they have not seen. The caller has locked the document. */
export async function markFeedbackPublished(
  tx: Tx,
  { id, revision }: Pick<StoredFeedback, 'id' | 'revision'>,
  text: string,
): Promise<number> {
  const row = await tx.one(write('publishFeedback', revised)`
    WITH published AS (
      UPDATE feedback SET state = 'published', published_at = clock_timestamp(), published_text = ${text}::json,
        revision = feedback.revision + 1
      WHERE feedback.id = ${id}::uuid AND feedback.revision = ${revision}::integer AND feedback.user_id IS NOT NULL
      RETURNING feedback.id, feedback.revision, feedback.language, feedback.body, feedback.annotations, feedback.updated_by
    ),
    closed AS (
      UPDATE feedback_version SET closed_at = clock_timestamp()
      FROM published
      WHERE feedback_version.feedback_id = published.id AND feedback_version.closed_at IS NULL
        AND feedback_version.version = (
          SELECT max(latest.version) FROM feedback_version AS latest WHERE latest.feedback_id = published.id
        )
    ),
    -- A document that was never saved is published as it began.
    begun AS (
      INSERT INTO feedback_version (feedback_id, version, revision, language, body, annotations, saved_by, begun_at, saved_at, closed_at)
      SELECT published.id, 1, ${revision}::integer, published.language, published.body, published.annotations, published.updated_by,
        clock_timestamp(), clock_timestamp(), clock_timestamp()
      FROM published
      WHERE NOT EXISTS (SELECT FROM feedback_version WHERE feedback_version.feedback_id = published.id)
    )
    SELECT published.revision FROM published
  `)
  return row.revision
}

/** Shows a withdrawn document again to the students that it was released to, as its next revision. */
export async function showFeedback(tx: Tx, { id }: Pick<StoredFeedback, 'id'>): Promise<number> {
  const row = await tx.one(write('showFeedback', revised)`
    UPDATE feedback SET state = 'published', revision = feedback.revision + 1
    WHERE feedback.id = ${id}::uuid AND feedback.state = 'withdrawn' AND feedback.submission_id IS NOT NULL
    RETURNING feedback.revision
  `)
  return row.revision
}

export async function markFeedbackWithdrawn(tx: Tx, { id }: Pick<StoredFeedback, 'id'>): Promise<number> {
  const row = await tx.one(write('withdrawFeedback', revised)`
    UPDATE feedback SET state = 'withdrawn', revision = feedback.revision + 1
    WHERE feedback.id = ${id}::uuid AND feedback.state = 'published'
    RETURNING feedback.revision
  `)
  return row.revision
}

/** Deletes a draft about a student that was never published, with all that belongs to it. */
export async function deleteFeedbackRow(tx: Tx, { id }: Pick<StoredFeedback, 'id'>): Promise<void> {
  await tx.query(write('deleteFeedback')`
    DELETE FROM feedback
    WHERE feedback.id = ${id}::uuid AND feedback.state = 'draft' AND feedback.published_at IS NULL AND feedback.user_id IS NOT NULL
  `)
}
