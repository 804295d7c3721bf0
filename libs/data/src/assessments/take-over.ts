import type { Tx } from '../db/db.ts'
import { write } from '../db/row.ts'
import { leaseEnd } from '../submissions/assessment-parts.ts'
import type { StoredAssessment } from './find-assessment.ts'
import { recordStep } from './record-step.ts'

/** The assessment is in progress and locked. Whoever saved the draft stays its author. */
export async function takeOver(tx: Tx, found: StoredAssessment, userId: number): Promise<void> {
  await tx.query(write('takeOver')`
    UPDATE assessment
    SET holder_id = ${userId}::bigint, claimed_at = clock_timestamp(), lease_until = ${leaseEnd(found.leaseMinutes)},
      is_offered = FALSE, updated_at = clock_timestamp(),
      grader_id = CASE WHEN assessment.saved_at IS NULL THEN ${userId}::bigint ELSE assessment.grader_id END
    WHERE assessment.id = ${found.id}::uuid
  `)
  await recordStep(tx, found, { name: 'taken_over', byUserId: userId })
}
