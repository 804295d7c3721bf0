import Type from 'typebox'
import type { Db } from '../db/db.ts'
import { read } from '../db/row.ts'

const row = Type.Object({ id: Type.String() })

/** Students see only released documents. */
export async function listFeedbackIds(
  db: Db,
  submissionId: number,
  reader: 'staff' | 'student',
): Promise<readonly string[]> {
  const rows =
    reader === 'staff'
      ? await db.any(
          read(
            'listFeedbackIds',
            row,
          )`SELECT feedback.id FROM feedback WHERE feedback.submission_id = ${submissionId}::bigint`,
        )
      : await db.any(read('listOwnFeedbackIds', row)`
          SELECT visible.feedback_id AS id
          FROM student_visible_result AS visible
          WHERE visible.submission_id = ${submissionId}::bigint
        `)
  return rows.map(({ id }) => id)
}
