import type { Tx } from '../db/db.ts'
import { write } from '../db/row.ts'
import { heldByNobody } from '../submissions/assessment-parts.ts'
import type { StoredAssessment } from './find-assessment.ts'
import { recordStep } from './record-step.ts'

/** The assessment is locked. Its draft stays. */
export async function handBack(tx: Tx, found: StoredAssessment, userId: number): Promise<void> {
  await tx.query(write('handBack')`
    UPDATE assessment SET ${heldByNobody}, updated_at = clock_timestamp() WHERE assessment.id = ${found.id}::uuid
  `)
  await recordStep(tx, found, { name: 'handed_back', byUserId: userId })
}

/** The submission then waits behind everything that nobody postponed, and behind what was postponed before. */
export async function postpone(
  tx: Tx,
  found: StoredAssessment,
  { note, userId }: { readonly note: string; readonly userId: number },
): Promise<void> {
  await tx.query(write('postponeAssessment')`
    UPDATE assessment
    SET ${heldByNobody}, updated_at = clock_timestamp(), postponed_note = ${note}, postponed_at = clock_timestamp()
    WHERE assessment.id = ${found.id}::uuid
  `)
  await tx.query(write('postponeSubmission')`
    UPDATE submission SET postponed_at = assessment.postponed_at
    FROM assessment
    WHERE assessment.id = ${found.id}::uuid AND submission.submission_id = assessment.submission_id
  `)
  await recordStep(tx, found, { name: 'postponed', byUserId: userId, reason: note })
}
