import Type from 'typebox'
import type { Tx } from '../db/db.ts'
import { statement } from '../db/row.ts'
import { findAssessment, type StoredAssessment } from './find-assessment.ts'

const lockAssessmentRow = Type.Object({ submissionId: Type.Integer() })

/** Locks the row of its submission, which claims skip and other work waits for. Deliveries that are changed are locked before. */
export async function lockAssessment(tx: Tx, id: string): Promise<StoredAssessment | null> {
  const locked = await tx.maybeOne(statement('lockAssessment', lockAssessmentRow)`
    SELECT submission.submission_id
    FROM submission
    WHERE submission.submission_id = (SELECT assessment.submission_id FROM assessment WHERE assessment.id = ${id}::uuid)
    FOR NO KEY UPDATE
  `)
  return locked === null ? null : await findAssessment(tx, id)
}
