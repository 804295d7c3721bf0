import { sql } from 'slonik'
import Type from 'typebox'
import type { Tx } from '../db/db.ts'
import { nullable, read } from '../db/row.ts'
import { staffNameOf } from '../db/staff-names.ts'

const findLastChangeRow = Type.Object({
  /** Null if the service itself made the change. */
  byUserId: nullable(Type.Integer()),
  byName: nullable(Type.String()),
  at: Type.String(),
})

export async function findLastChange(tx: Tx, assessmentId: string) {
  return await tx.one(read('findLastChange', findLastChangeRow)`
    SELECT changer.user_id AS by_user_id, ${staffNameOf(sql.fragment`changer.user_id`, sql.fragment`assessment.course_id`)} AS by_name,
      greatest(last.at, assessment.updated_at) AS at
    FROM assessment
    LEFT JOIN LATERAL (
      SELECT assessment_event.by_user_id, assessment_event.at
      FROM assessment_event
      WHERE assessment_event.assessment_id = assessment.id AND assessment_event.event NOT IN ('revealed', 'superseded', 'submitters_changed')
      ORDER BY assessment_event.id DESC
      LIMIT 1
    ) AS last ON TRUE
    CROSS JOIN LATERAL (SELECT CASE WHEN last.at IS NULL THEN assessment.grader_id ELSE last.by_user_id END AS user_id) AS changer
    WHERE assessment.id = ${assessmentId}::uuid
  `)
}
