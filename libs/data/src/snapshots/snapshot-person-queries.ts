import { sql } from 'slonik'
import Type from 'typebox'
import type { Tx } from '../db/db.ts'
import { exportedRows, type Person } from '../db/person-table.ts'
import { write } from '../db/row.ts'
import { isFound, unseen } from '../db/planner.ts'
import { bigints } from '../db/sql-arrays.ts'

const eraseSubmitterOfHeadsRow = Type.Object({ submissionId: Type.Integer() })

/** `search_text` is left out, since it is made from the other columns. */
export const exportRosterStudent = exportedRows(
  'exportRosterStudent',
  'bigint',
  (person) => sql.fragment`
  SELECT roster_student.user_id AS key, json_build_object(
    'username', roster_student.username, 'fullName', roster_student.full_name, 'email', roster_student.email,
    'studentId', roster_student.student_id, 'tagSlugs', roster_student.tag_slugs,
    'leftAt', to_char(roster_student.left_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  ) AS row
  FROM roster_student
  WHERE roster_student.course_id = ${person.courseId}::bigint AND roster_student.user_id = ${person.userId}::bigint`,
)

/** The submission heads of a person, without the names of other submitters, which are those people's data. */
export const exportSubmissionHeads = exportedRows(
  'exportSubmissionHeads',
  'bigint',
  (person) => sql.fragment`
  SELECT snapshot_submission.submission_id AS key, json_build_object(
    'submissionId', snapshot_submission.submission_id, 'exerciseId', snapshot_submission.exercise_id,
    'submittedAt', to_char(snapshot_submission.submitted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'status', snapshot_submission.status, 'grade', snapshot_submission.grade
  ) AS row
  FROM snapshot_submitter
  CROSS JOIN LATERAL (
    SELECT snapshot_submission.submission_id, snapshot_submission.exercise_id, snapshot_submission.submitted_at,
      snapshot_submission.status, snapshot_submission.grade
    FROM snapshot_submission
    WHERE snapshot_submission.course_id = snapshot_submitter.course_id
      AND snapshot_submission.submission_id = snapshot_submitter.submission_id
    LIMIT 1
  ) AS snapshot_submission
  WHERE snapshot_submitter.course_id = ${unseen(person.courseId)} AND snapshot_submitter.user_id = ${person.userId}::bigint`,
)

export async function eraseRosterStudent(tx: Tx, person: Person): Promise<number> {
  const { rowCount } = await tx.query(write('eraseRosterStudent')`
    DELETE FROM roster_student
    WHERE roster_student.course_id = ${person.courseId}::bigint AND roster_student.user_id = ${person.userId}::bigint
  `)
  return rowCount
}

/** Also deletes heads that have no other submitter. Returns from how many the person was removed. */
export async function eraseSubmissionHeads(tx: Tx, person: Person): Promise<number> {
  const left = await tx.any(write('eraseSubmitterOfHeads', eraseSubmitterOfHeadsRow)`
    DELETE FROM snapshot_submitter
    WHERE snapshot_submitter.course_id = ${unseen(person.courseId)} AND snapshot_submitter.user_id = ${person.userId}::bigint
    RETURNING snapshot_submitter.submission_id
  `)
  const submissionIds = left.map(({ submissionId }) => submissionId)
  await tx.query(write('eraseSubmissionHeads')`
    DELETE FROM snapshot_submission
    WHERE snapshot_submission.course_id = ${unseen(person.courseId)}
      AND snapshot_submission.submission_id = ANY (${bigints(submissionIds)})
      AND NOT ${isFound(sql.fragment`
        FROM snapshot_submitter
        WHERE snapshot_submitter.course_id = snapshot_submission.course_id
          AND snapshot_submitter.submission_id = snapshot_submission.submission_id`)}
  `)
  return left.length
}
