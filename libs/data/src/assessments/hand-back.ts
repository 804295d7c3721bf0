import Type from 'typebox'
import type { Tx } from '../db.ts'
import { statement } from '../row.ts'
import { heldByNobody } from '../submissions/assessment-parts.ts'
import type { StoredAssessment } from './find-assessment.ts'

const giveBack = statement('handBack', Type.Object({ revision: Type.Integer() }))

/**
 * Ends the claim of an assessment; its draft stays. With a note, it also waits behind everything that nobody postponed. Call it in the
 * transaction that locked the assessment. One statement.
 */
export async function handBack(
  tx: Tx,
  { id }: Pick<StoredAssessment, 'id'>,
  { note, userId }: { readonly note: string | null; readonly userId: number },
): Promise<void> {
  const row = await tx.maybeOne(giveBack`
    WITH returned AS (
      UPDATE assessment
      SET ${heldByNobody}, updated_at = clock_timestamp(), postponed_note = coalesce(${note}, assessment.postponed_note),
        postponed_at = CASE WHEN ${note}::text IS NULL THEN assessment.postponed_at ELSE clock_timestamp() END
      WHERE assessment.id = ${id}::uuid AND assessment.state = 'in_progress' AND assessment.holder_id IS NOT NULL
      RETURNING assessment.id, assessment.submission_id, assessment.revision, assessment.points
    ),
    postponed AS (
      UPDATE submission SET postponed = TRUE
      FROM returned
      WHERE submission.submission_id = returned.submission_id AND ${note}::text IS NOT NULL AND NOT submission.postponed
    ),
    event AS (
      INSERT INTO assessment_event (
        assessment_id, at, event, by_user_id, from_revision, to_revision, points_before, points_after, reason
      )
      SELECT returned.id, clock_timestamp(), CASE WHEN ${note}::text IS NULL THEN 'handed_back' ELSE 'postponed' END, ${userId}::bigint,
        returned.revision, returned.revision, returned.points, returned.points, ${note}
      FROM returned
    )
    SELECT returned.revision FROM returned
  `)
  if (row === null) throw new Error('an assessment that was locked has changed')
}
