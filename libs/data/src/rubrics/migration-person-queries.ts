import Type from 'typebox'
import type { Db, Tx } from '../db.ts'
import type { Person, PersonRow } from '../person-table.ts'
import { countRow, statement } from '../row.ts'

const exportRows = statement('exportMigrationRows', Type.Object({ key: Type.String(), row: Type.String() }))
const eraseRows = statement('eraseMigrationRows', countRow)

/** What the stored plans of rubric migrations contain about the person's work. */
export async function exportMigrationRows(
  db: Db,
  { courseId, userId }: Person,
  after: string | null,
  limit: number,
): Promise<readonly PersonRow[]> {
  return await db.any(exportRows`
    SELECT planned.key, planned.row
    FROM (
      SELECT rubric_migration_row.submission_id || ' ' || rubric_migration_row.migration_id AS key, json_build_object(
        'submissionId', rubric_migration_row.submission_id, 'points', rubric_migration_row.points_after,
        'scores', rubric_migration_row.scores, 'feedbackHtml', rubric_migration_row.feedback_html,
        'payload', rubric_migration_row.payload, 'studentText', rubric_migration_row.student_text, 'parts', rubric_migration_row.parts
      )::text AS row
      FROM submission_submitter
      JOIN submission ON submission.submission_id = submission_submitter.submission_id
      JOIN rubric_migration_row ON rubric_migration_row.submission_id = submission.submission_id
      WHERE submission_submitter.user_id = ${userId}::bigint AND submission.course_id = ${courseId}::bigint
    ) AS planned
    WHERE planned.key > coalesce(${after}, '')
    ORDER BY planned.key
    LIMIT ${limit}::integer
  `)
}

/** Removes the person's work from the plans, whose runs then do not change it. Call it before the person is removed from the submitters. */
export async function eraseMigrationRows(tx: Tx, { courseId, userId }: Person): Promise<number> {
  const row = await tx.one(eraseRows`
    WITH erased AS (
      DELETE FROM rubric_migration_row USING submission_submitter, submission
      WHERE submission_submitter.user_id = ${userId}::bigint AND submission.submission_id = submission_submitter.submission_id
        AND submission.course_id = ${courseId}::bigint AND rubric_migration_row.submission_id = submission.submission_id
      RETURNING rubric_migration_row.assessment_id
    )
    SELECT count(*) AS count FROM erased
  `)
  return row.count
}
