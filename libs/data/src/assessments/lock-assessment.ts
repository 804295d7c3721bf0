import Type from 'typebox'
import type { Tx } from '../db/db.ts'
import { read } from '../db/row.ts'
import { findAssessment, type StoredAssessment } from './find-assessment.ts'

const lockAssessmentRow = Type.Object({ submissionId: Type.Integer() })

/** Locks the row of the assessment's submission, which claims skip. Deliveries that will change are locked before this call. */
export async function lockAssessment(tx: Tx, id: string): Promise<StoredAssessment | null> {
  const locked = await tx.maybeOne(read('lockAssessment', lockAssessmentRow)`
    SELECT submission.submission_id
    FROM submission
    WHERE submission.submission_id = (SELECT assessment.submission_id FROM assessment WHERE assessment.id = ${id}::uuid)
    FOR NO KEY UPDATE
  `)
  return locked === null ? null : await findAssessment(tx, id)
}
