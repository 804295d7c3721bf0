import { sql } from 'slonik'
import type { Tx } from '../db.ts'
import { exportedRows, type Person } from '../person-table.ts'
import { statement } from '../row.ts'

const eraseRows = statement('eraseMigrationRows')

/** What the stored plans of rubric migrations contain about the person's work. */
export const exportMigrationRows = exportedRows(
  'exportMigrationRows',
  'text',
  ({ courseId, userId }) => sql.fragment`
  SELECT rubric_migration_row.submission_id || ' ' || rubric_migration_row.migration_id AS key, json_build_object(
    'submissionId', rubric_migration_row.submission_id, 'points', rubric_migration_row.points_after,
    'scores', rubric_migration_row.scores, 'feedbackHtml', rubric_migration_row.feedback_html,
    'payload', rubric_migration_row.payload, 'studentText', rubric_migration_row.student_text, 'parts', rubric_migration_row.parts
  ) AS row
  FROM submission_submitter
  JOIN submission ON submission.submission_id = submission_submitter.submission_id
  JOIN rubric_migration_row ON rubric_migration_row.submission_id = submission.submission_id
  WHERE submission_submitter.user_id = ${userId}::bigint AND submission.course_id = ${courseId}::bigint`,
)

/** Runs then do not change the person's work. Before the person is removed from the submitters. */
export async function eraseMigrationRows(tx: Tx, { courseId, userId }: Person): Promise<number> {
  const { rowCount } = await tx.query(eraseRows`
    DELETE FROM rubric_migration_row USING submission_submitter, submission
    WHERE submission_submitter.user_id = ${userId}::bigint AND submission.submission_id = submission_submitter.submission_id
      AND submission.course_id = ${courseId}::bigint AND rubric_migration_row.submission_id = submission.submission_id
  `)
  return rowCount
}
