import Type from 'typebox'
import type { Db, Tx } from '../db.ts'
import type { Person, PersonRow } from '../person-table.ts'
import { statement } from '../row.ts'

const personRow = Type.Object({ key: Type.String(), row: Type.String() })
const countRow = Type.Object({ count: Type.Integer() })
const exportRoster = statement('exportRosterStudent', personRow)
const exportHeads = statement('exportSubmissionHeads', personRow)
const eraseRoster = statement('eraseRosterStudent', countRow)
const eraseHeads = statement('eraseSubmissionHeads', countRow)

/** A person's row of the roster. Its search text is left out, since it is made from the other columns. */
export async function exportRosterStudent(
  db: Db,
  person: Person,
  after: string | null,
  limit: number,
): Promise<readonly PersonRow[]> {
  return await db.any(exportRoster`
    SELECT roster_student.user_id::text AS key, json_build_object(
      'username', roster_student.username, 'fullName', roster_student.full_name, 'email', roster_student.email,
      'studentId', roster_student.student_id, 'tagSlugs', roster_student.tag_slugs
    )::text AS row
    FROM roster_student
    WHERE roster_student.course_id = ${person.courseId}::bigint AND roster_student.user_id = ${person.userId}::bigint
      AND roster_student.user_id > coalesce(${after}::bigint, 0)
    LIMIT ${limit}::integer
  `)
}

/** The submission heads of a person, without the names of other submitters, which are those people's data. */
export async function exportSubmissionHeads(
  db: Db,
  person: Person,
  after: string | null,
  limit: number,
): Promise<readonly PersonRow[]> {
  return await db.any(exportHeads`
    SELECT snapshot_submission.submission_id::text AS key, json_build_object(
      'submissionId', snapshot_submission.submission_id, 'exerciseId', snapshot_submission.exercise_id,
      'submittedAt', to_char(snapshot_submission.submitted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'status', snapshot_submission.status, 'grade', snapshot_submission.grade
    )::text AS row
    FROM snapshot_submitter
    JOIN snapshot_submission ON snapshot_submission.course_id = snapshot_submitter.course_id
      AND snapshot_submission.submission_id = snapshot_submitter.submission_id
    WHERE snapshot_submitter.course_id = ${person.courseId}::bigint AND snapshot_submitter.user_id = ${person.userId}::bigint
      AND snapshot_submitter.submission_id > coalesce(${after}::bigint, 0)
    ORDER BY snapshot_submission.submission_id
    LIMIT ${limit}::integer
  `)
}

/** Deletes a person's row of the roster. Returns the number of deleted rows, 0 or 1. */
export async function eraseRosterStudent(tx: Tx, person: Person): Promise<number> {
  const row = await tx.one(eraseRoster`
    WITH gone AS (
      DELETE FROM roster_student
      WHERE roster_student.course_id = ${person.courseId}::bigint AND roster_student.user_id = ${person.userId}::bigint
      RETURNING roster_student.user_id
    )
    SELECT count(*) AS count FROM gone
  `)
  return row.count
}

/**
 * Removes a person from the submitters of submission heads, and deletes heads without other submitters. Returns from how many the
 * person was removed.
 */
export async function eraseSubmissionHeads(tx: Tx, person: Person): Promise<number> {
  const row = await tx.one(eraseHeads`
    WITH submitter_gone AS (
      DELETE FROM snapshot_submitter
      WHERE snapshot_submitter.course_id = ${person.courseId}::bigint AND snapshot_submitter.user_id = ${person.userId}::bigint
      RETURNING snapshot_submitter.submission_id
    ),
    submission_gone AS (
      DELETE FROM snapshot_submission
      WHERE snapshot_submission.course_id = ${person.courseId}::bigint
        AND snapshot_submission.submission_id IN (SELECT submitter_gone.submission_id FROM submitter_gone)
        AND NOT EXISTS (
          SELECT FROM snapshot_submitter
          WHERE snapshot_submitter.course_id = snapshot_submission.course_id
            AND snapshot_submitter.submission_id = snapshot_submission.submission_id
            AND snapshot_submitter.user_id <> ${person.userId}::bigint
        )
    )
    SELECT count(*) AS count FROM submitter_gone
  `)
  return row.count
}
