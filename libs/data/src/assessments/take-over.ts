import Type from 'typebox'
import type { Tx } from '../db.ts'
import { statement } from '../row.ts'
import { leaseEnd } from '../submissions/assessment-parts.ts'
import type { StoredAssessment } from './find-assessment.ts'

const take = statement('takeOver', Type.Object({ revision: Type.Integer() }))

/**
 * Gives an assessment in progress to somebody, whoever held it before. Whoever saved the draft stays its author. Call it in the
 * transaction that locked the assessment. One statement.
 */
export async function takeOver(
  tx: Tx,
  { id, leaseMinutes }: Pick<StoredAssessment, 'id' | 'leaseMinutes'>,
  userId: number,
): Promise<void> {
  const row = await tx.maybeOne(take`
    WITH taken AS (
      UPDATE assessment
      SET holder_id = ${userId}::bigint, claimed_at = clock_timestamp(), lease_until = ${leaseEnd(leaseMinutes)}, is_offered = FALSE,
        grader_id = CASE WHEN assessment.saved_at IS NULL THEN ${userId}::bigint ELSE assessment.grader_id END,
        updated_at = clock_timestamp()
      WHERE assessment.id = ${id}::uuid AND assessment.state = 'in_progress'
      RETURNING assessment.id, assessment.revision, assessment.points
    ),
    event AS (
      INSERT INTO assessment_event (
        assessment_id, at, event, by_user_id, from_revision, to_revision, points_before, points_after
      )
      SELECT taken.id, clock_timestamp(), 'taken_over', ${userId}::bigint, taken.revision, taken.revision, taken.points, taken.points
      FROM taken
    )
    SELECT taken.revision FROM taken
  `)
  if (row === null) throw new Error('an assessment that was locked has changed')
}
