import { sql } from 'slonik'
import type { Db } from '../db/db.ts'
import { read, write } from '../db/row.ts'
import { knownSubmission, namedSubmitters } from '../submissions/submission-names.ts'
import {
  type MigrationRow,
  migrationRow,
  planLifetime,
  storedMigration,
  type StoredMigration,
  totalColumns,
} from './migration-rows.ts'

export async function findRubricMigration(
  db: Db,
  { rubricId, migrationId }: { readonly rubricId: string; readonly migrationId: string },
): Promise<StoredMigration | null> {
  return await db.maybeOne(read('findRubricMigration', storedMigration)`
    SELECT rubric_migration.id AS migration_id, rubric_migration.rubric_id, rubric_migration.to_version,
      rubric_migration.exercise_id, rubric_migration.include, rubric_migration.state,
      rubric_migration.created_at, rubric_migration.created_at + ${planLifetime} AS expires_at,
      rubric_migration.run_at, total.assessments, total.in_progress, total.completed, total.replaced, total.shown_changed,
      total.scores_dropped, total.reopened, total.delivered, total.blocked
    FROM rubric_migration
    CROSS JOIN LATERAL (
      SELECT ${totalColumns}
      FROM rubric_migration_row
      WHERE rubric_migration_row.migration_id = rubric_migration.id
    ) AS total
    WHERE rubric_migration.id = ${migrationId}::uuid AND rubric_migration.rubric_id = ${rubricId}::uuid
      AND rubric_migration.state <> 'planning'
  `)
}

interface MigrationRowQuery {
  readonly migrationId: string
  /** Null for all. */
  readonly effect: MigrationRow['effect'] | null
  readonly after: string | null
  readonly limit: number
}

export async function listMigrationRows(
  db: Db,
  { migrationId, effect, after, limit }: MigrationRowQuery,
): Promise<readonly MigrationRow[]> {
  // The page is cut first, so that names are read for no other row.
  return await db.any(read('listMigrationRows', migrationRow)`
    SELECT page.assessment_id, known.exercise_id, page.submission_id, submitter.list AS submitters, page.effect, page.from_version,
      page.points_before::float8, page.points_after::float8,
      coalesce(page.max_points_before, page.max_points)::float8 AS max_points_before, page.max_points::float8 AS max_points_after,
      coalesce(page.shown_changed, FALSE) AS shown_changed, page.dropped, page.dropped_count, page.is_blocked, page.was_delivered
    FROM (
      SELECT planned.assessment_id, planned.submission_id, planned.effect, planned.from_version, planned.points_before,
        planned.points_after, planned.max_points_before, planned.max_points, planned.shown_changed, planned.dropped,
        planned.dropped_count, planned.is_blocked, planned.was_delivered
      FROM rubric_migration_row AS planned
      WHERE planned.migration_id = ${migrationId}::uuid
        AND (${after}::uuid IS NULL OR planned.assessment_id > ${after}::uuid)
        AND (${effect}::text IS NULL OR planned.effect = ${effect}::text)
      ORDER BY planned.assessment_id
      LIMIT ${limit}::integer
    ) AS page
    ${knownSubmission(sql.fragment`page.submission_id`)}
    ${namedSubmitters}
    ORDER BY page.assessment_id
  `)
}

export async function deleteRubricMigrations(db: Db, { batch }: { readonly batch: number }): Promise<number> {
  const { rowCount } = await db.query(write('deleteRubricMigrations')`
    WITH expired AS (
      SELECT rubric_migration.id
      FROM rubric_migration
      WHERE rubric_migration.created_at < clock_timestamp() - ${planLifetime}
      ORDER BY rubric_migration.created_at
      LIMIT ${batch}::integer
      FOR UPDATE SKIP LOCKED
    )
    DELETE FROM rubric_migration USING expired WHERE rubric_migration.id = expired.id
  `)
  return rowCount
}

export async function deleteRubricMigration(db: Db, migrationId: string): Promise<void> {
  await db.query(
    write('deleteRubricMigration')`DELETE FROM rubric_migration WHERE rubric_migration.id = ${migrationId}::uuid`,
  )
}
