import { sql } from 'slonik'
import type { Tx } from '../db/db.ts'
import { exportedRows, type Person } from '../db/person-table.ts'
import { write } from '../db/row.ts'
import { handedInBy } from '../submissions/submission-person-queries.ts'

export const exportMigrationRows = exportedRows(
  'exportMigrationRows',
  'text',
  (person) => sql.fragment`
  SELECT rubric_migration_row.submission_id || ' ' || rubric_migration_row.migration_id AS key, json_build_object(
    'submissionId', rubric_migration_row.submission_id, 'points', rubric_migration_row.points_after,
    'scores', rubric_migration_row.scores, 'feedbackHtml', rubric_migration_row.feedback_html,
    'payload', rubric_migration_row.payload, 'studentText', rubric_migration_row.student_text, 'parts', rubric_migration_row.parts
  ) AS row
  FROM rubric_migration_row
  WHERE rubric_migration_row.submission_id = ANY (ARRAY(${handedInBy(person)}))`,
)

/** Runs then do not change the person's work. Call it before the person is removed from the submitters. */
export async function eraseMigrationRows(tx: Tx, person: Person): Promise<number> {
  const { rowCount } = await tx.query(write('eraseMigrationRows')`
    DELETE FROM rubric_migration_row WHERE rubric_migration_row.submission_id = ANY (ARRAY(${handedInBy(person)}))
  `)
  return rowCount
}
