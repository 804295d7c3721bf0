import Type from 'typebox'
import type { Tx } from '../db.ts'
import { statement } from '../row.ts'
import type { StoredFeedback } from './find-feedback.ts'

const changed = Type.Object({ id: Type.String() })
const publish = statement('publishFeedback', changed)
const show = statement('showFeedback', changed)
const withdraw = statement('withdrawFeedback', changed)
const remove = statement('deleteFeedback', changed)

/**
 * Publishes a document about a student as it is, and closes its version. `text` is the JSON text of what the student reads. Call it in the
 * transaction that locked the document. One statement.
 */
export async function publishFeedback(
  tx: Tx,
  { id, revision }: Pick<StoredFeedback, 'id' | 'revision'>,
  text: string,
): Promise<void> {
  const row = await tx.maybeOne(publish`
    WITH published AS (
      UPDATE feedback SET state = 'published', published_at = clock_timestamp(), published_text = ${text}::json
      WHERE feedback.id = ${id}::uuid AND feedback.revision = ${revision}::integer AND feedback.user_id IS NOT NULL
      RETURNING feedback.id, feedback.revision, feedback.language, feedback.body, feedback.annotations, feedback.updated_by
    ),
    closed AS (
      UPDATE feedback_version SET closed_at = clock_timestamp()
      FROM published
      WHERE feedback_version.feedback_id = published.id AND feedback_version.revision = published.revision
        AND feedback_version.closed_at IS NULL
    ),
    -- A document that was never saved is published as it began.
    begun AS (
      INSERT INTO feedback_version (feedback_id, version, revision, language, body, annotations, saved_by, begun_at, saved_at, closed_at)
      SELECT published.id, 1, published.revision, published.language, published.body, published.annotations, published.updated_by,
        clock_timestamp(), clock_timestamp(), clock_timestamp()
      FROM published
      WHERE NOT EXISTS (SELECT FROM feedback_version WHERE feedback_version.feedback_id = published.id)
    )
    SELECT published.id FROM published
  `)
  if (row === null) throw new Error('a document that was locked has changed')
}

/** Shows the document of a submission again to the students that it was released to. One statement. */
export async function showFeedback(tx: Tx, { id }: Pick<StoredFeedback, 'id'>): Promise<void> {
  await tx.query(show`
    UPDATE feedback SET state = 'published'
    WHERE feedback.id = ${id}::uuid AND feedback.state = 'withdrawn' AND feedback.submission_id IS NOT NULL
    RETURNING feedback.id
  `)
}

/** Hides a published document. One statement. */
export async function withdrawFeedback(tx: Tx, { id }: Pick<StoredFeedback, 'id'>): Promise<void> {
  await tx.query(withdraw`
    UPDATE feedback SET state = 'withdrawn'
    WHERE feedback.id = ${id}::uuid AND feedback.state = 'published'
    RETURNING feedback.id
  `)
}

/** Deletes a draft about a student that was never published, with all that belongs to it. One statement. */
export async function deleteFeedback(tx: Tx, { id }: Pick<StoredFeedback, 'id'>): Promise<void> {
  await tx.query(remove`
    DELETE FROM feedback
    WHERE feedback.id = ${id}::uuid AND feedback.state = 'draft' AND feedback.published_at IS NULL AND feedback.user_id IS NOT NULL
    RETURNING feedback.id
  `)
}
