import type { Db } from '../db/db.ts'
import { read, write } from '../db/row.ts'
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

export async function listMigrationRows(
  db: Db,
  {
    migrationId,
    after,
    limit,
  }: { readonly migrationId: string; readonly after: string | null; readonly limit: number },
): Promise<readonly MigrationRow[]> {
  return await db.any(read('listMigrationRows', migrationRow)`
    SELECT rubric_migration_row.assessment_id, rubric_migration_row.submission_id,
      rubric_migration_row.effect, rubric_migration_row.from_version,
      rubric_migration_row.points_before::float8, rubric_migration_row.points_after::float8,
      coalesce(rubric_migration_row.max_points_before, rubric_migration_row.max_points)::float8 AS max_points_before,
      rubric_migration_row.max_points::float8 AS max_points_after,
      coalesce(rubric_migration_row.shown_changed, FALSE) AS shown_changed,
      rubric_migration_row.dropped, rubric_migration_row.dropped_count,
      rubric_migration_row.is_blocked, rubric_migration_row.was_delivered
    FROM rubric_migration_row
    WHERE rubric_migration_row.migration_id = ${migrationId}::uuid
      AND (${after}::uuid IS NULL OR rubric_migration_row.assessment_id > ${after}::uuid)
    ORDER BY rubric_migration_row.assessment_id
    LIMIT ${limit}::integer
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
