import Type from 'typebox'
import type { Tx } from '../db/db.ts'
import { read } from '../db/row.ts'
import { findFeedback, type StoredFeedback } from './find-feedback.ts'

const lockSubmissionOfFeedbackRow = Type.Object({ submissionId: Type.Integer() })
const lockFeedbackRow = Type.Object({ id: Type.String() })

/** Null if it was deleted. A document of a submission is locked by the row of its submission, like all of the assessment. */
export async function lockFeedback(
  tx: Tx,
  { id, submissionId }: Pick<StoredFeedback, 'id' | 'submissionId'>,
): Promise<StoredFeedback | null> {
  if (submissionId === null)
    await tx.maybeOne(
      read(
        'lockFeedback',
        lockFeedbackRow,
      )`SELECT feedback.id FROM feedback WHERE feedback.id = ${id}::uuid FOR NO KEY UPDATE`,
    )
  else
    await tx.maybeOne(read('lockSubmissionOfFeedback', lockSubmissionOfFeedbackRow)`
      SELECT submission.submission_id
      FROM submission
      WHERE submission.submission_id = ${submissionId}::bigint
      FOR NO KEY UPDATE
    `)
  return await findFeedback(tx, id)
}
