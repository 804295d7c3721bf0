import Type from 'typebox'
import type { Db } from '../db.ts'
import { countRow, statement } from '../row.ts'
import {
  type MigrationRow,
  migrationRow,
  planLifetime,
  storedMigration,
  type StoredMigration,
  totalColumns,
} from './migration-rows.ts'

const find = statement('findRubricMigration', storedMigration)
const list = statement('listMigrationRows', migrationRow)
const remove = statement('deleteRubricMigrations', countRow)
const removeOne = statement('deleteRubricMigration', Type.Object({ id: Type.String() }))

/** A complete plan of a rubric, with its totals; null if there is none or it was deleted. */
export async function findRubricMigration(
  db: Db,
  { rubricId, migrationId }: { readonly rubricId: string; readonly migrationId: string },
): Promise<StoredMigration | null> {
  return await db.maybeOne(find`
    SELECT rubric_migration.id AS "migrationId", rubric_migration.rubric_id AS "rubricId", rubric_migration.to_version AS "toVersion",
      rubric_migration.exercise_id AS "exerciseId", rubric_migration.include, rubric_migration.state,
      rubric_migration.created_at AS "createdAt", rubric_migration.created_at + ${planLifetime} AS "expiresAt",
      rubric_migration.run_at AS "runAt", total.assessments, total."inProgress", total.completed, total.replaced, total."shownChanged",
      total."scoresDropped", total.reopened, total.delivered, total.blocked
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

/** The rows of a plan, by assessment. */
export async function listMigrationRows(
  db: Db,
  {
    migrationId,
    after,
    limit,
  }: { readonly migrationId: string; readonly after: string | null; readonly limit: number },
): Promise<readonly MigrationRow[]> {
  return await db.any(list`
    SELECT rubric_migration_row.assessment_id AS "assessmentId", rubric_migration_row.submission_id AS "submissionId",
      rubric_migration_row.effect, rubric_migration_row.from_version AS "fromVersion",
      rubric_migration_row.points_before::float8 AS "pointsBefore", rubric_migration_row.points_after::float8 AS "pointsAfter",
      coalesce(rubric_migration_row.max_points_before, rubric_migration_row.max_points)::float8 AS "maxPointsBefore",
      rubric_migration_row.max_points::float8 AS "maxPointsAfter",
      coalesce(rubric_migration_row.shown_changed, FALSE) AS "shownChanged",
      rubric_migration_row.dropped, rubric_migration_row.dropped_count AS "droppedCount",
      rubric_migration_row.is_blocked AS "isBlocked", rubric_migration_row.was_delivered AS "wasDelivered"
    FROM rubric_migration_row
    WHERE rubric_migration_row.migration_id = ${migrationId}::uuid
      AND (${after}::uuid IS NULL OR rubric_migration_row.assessment_id > ${after}::uuid)
    ORDER BY rubric_migration_row.assessment_id
    LIMIT ${limit}::integer
  `)
}

/** Removes plans whose time has passed, at most the given number, without any that is being run; returns how many. */
export async function deleteRubricMigrations(db: Db, { batch }: { readonly batch: number }): Promise<number> {
  const row = await db.one(remove`
    WITH expired AS (
      SELECT rubric_migration.id
      FROM rubric_migration
      WHERE rubric_migration.created_at < clock_timestamp() - ${planLifetime}
      ORDER BY rubric_migration.created_at
      LIMIT ${batch}::integer
      FOR UPDATE SKIP LOCKED
    ),
    removed AS (
      DELETE FROM rubric_migration USING expired WHERE rubric_migration.id = expired.id RETURNING rubric_migration.id
    )
    SELECT count(*) AS count FROM removed
  `)
  return row.count
}

/** Removes a plan that was not completed. */
export async function deleteRubricMigration(db: Db, migrationId: string): Promise<void> {
  await db.any(removeOne`
    DELETE FROM rubric_migration WHERE rubric_migration.id = ${migrationId}::uuid RETURNING rubric_migration.id
  `)
}
