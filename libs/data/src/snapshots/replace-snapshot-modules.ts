import type { SnapshotReading } from '@course-grading/domain/snapshots/snapshot-reading'
import Type from 'typebox'
import type { Tx } from '../db.ts'
import { statement } from '../row.ts'
import type { ChangeCounts } from './snapshot-head-queries.ts'
import { storableJson } from '../storable-json.ts'

const replace = statement(
  'replaceSnapshotModules',
  Type.Object({
    added: Type.Integer(),
    removed: Type.Integer(),
    renamed: Type.Integer(),
  }),
)

/** The first of duplicates counts. By an assistant's reading, missing modules stay as hidden. All parts see the rows as before. */
export async function replaceSnapshotModules(
  tx: Tx,
  courseId: number,
  { modules, seenBy }: Pick<SnapshotReading, 'modules' | 'seenBy'>,
): Promise<ChangeCounts['exercises']> {
  const givenModules = storableJson(modules.map(({ exercises: _, ...module }, position) => ({ ...module, position })))
  const givenExercises = storableJson(
    modules
      .flatMap(({ moduleId, exercises }) => exercises.map((exercise) => ({ ...exercise, moduleId })))
      .map((exercise, position) => ({ ...exercise, position })),
  )
  return await tx.one(replace`
    WITH given_module AS MATERIALIZED (
      SELECT DISTINCT ON (item."moduleId")
        item."moduleId" AS module_id, item.position, item.name, item.open, item.hidden
      FROM json_to_recordset(${givenModules}::json)
        AS item ("moduleId" bigint, position integer, name text, open boolean, hidden boolean)
      ORDER BY item."moduleId", item.position
    ),
    given_exercise AS MATERIALIZED (
      SELECT DISTINCT ON (item."exerciseId")
        item."exerciseId" AS exercise_id, item."moduleId" AS module_id, item.position, item.name, item."maxPoints" AS max_points,
        EXISTS (
          SELECT FROM manual_grading_exercise
          WHERE manual_grading_exercise.course_id = ${courseId}::bigint
            AND manual_grading_exercise.exercise_id = item."exerciseId"
        ) AS manual
      FROM json_to_recordset(${givenExercises}::json)
        AS item ("exerciseId" bigint, "moduleId" bigint, position integer, name text, "maxPoints" bigint)
      ORDER BY item."exerciseId", item.position
    ),
    kept_module AS (
      SELECT snapshot_module.module_id
      FROM snapshot_module
      WHERE snapshot_module.course_id = ${courseId}::bigint AND ${seenBy === 'assistant'}
        AND NOT EXISTS (SELECT FROM given_module WHERE given_module.module_id = snapshot_module.module_id)
    ),
    module_gone AS (
      DELETE FROM snapshot_module
      WHERE snapshot_module.course_id = ${courseId}::bigint
        AND NOT EXISTS (SELECT FROM given_module WHERE given_module.module_id = snapshot_module.module_id)
        AND NOT EXISTS (SELECT FROM kept_module WHERE kept_module.module_id = snapshot_module.module_id)
    ),
    module_kept AS (
      UPDATE snapshot_module SET hidden = TRUE
      FROM kept_module
      WHERE snapshot_module.course_id = ${courseId}::bigint AND snapshot_module.module_id = kept_module.module_id
        AND NOT snapshot_module.hidden
    ),
    module_new AS (
      INSERT INTO snapshot_module (course_id, module_id, position, name, open, hidden)
      SELECT ${courseId}::bigint, given_module.module_id, given_module.position, given_module.name, given_module.open,
        given_module.hidden
      FROM given_module
      ON CONFLICT (course_id, module_id) DO UPDATE
      SET position = EXCLUDED.position, name = EXCLUDED.name, open = EXCLUDED.open, hidden = EXCLUDED.hidden
      WHERE (snapshot_module.position, snapshot_module.name, snapshot_module.open, snapshot_module.hidden)
        IS DISTINCT FROM (EXCLUDED.position, EXCLUDED.name, EXCLUDED.open, EXCLUDED.hidden)
    ),
    before AS (
      SELECT snapshot_exercise.exercise_id, snapshot_exercise.module_id, snapshot_exercise.name
      FROM snapshot_exercise
      WHERE snapshot_exercise.course_id = ${courseId}::bigint
    ),
    exercise_gone AS (
      DELETE FROM snapshot_exercise
      WHERE snapshot_exercise.course_id = ${courseId}::bigint
        AND NOT EXISTS (SELECT FROM given_exercise WHERE given_exercise.exercise_id = snapshot_exercise.exercise_id)
        AND NOT EXISTS (SELECT FROM kept_module WHERE kept_module.module_id = snapshot_exercise.module_id)
      RETURNING snapshot_exercise.exercise_id
    ),
    exercise_new AS (
      INSERT INTO snapshot_exercise (course_id, exercise_id, module_id, position, name, max_points, manual)
      SELECT ${courseId}::bigint, given_exercise.exercise_id, given_exercise.module_id, given_exercise.position,
        given_exercise.name, given_exercise.max_points, given_exercise.manual
      FROM given_exercise
      ON CONFLICT (course_id, exercise_id) DO UPDATE
      SET module_id = EXCLUDED.module_id, position = EXCLUDED.position, name = EXCLUDED.name, max_points = EXCLUDED.max_points,
        manual = EXCLUDED.manual
      WHERE (
        snapshot_exercise.module_id, snapshot_exercise.position, snapshot_exercise.name, snapshot_exercise.max_points,
        snapshot_exercise.manual
      ) IS DISTINCT FROM (EXCLUDED.module_id, EXCLUDED.position, EXCLUDED.name, EXCLUDED.max_points, EXCLUDED.manual)
    )
    SELECT
      (
        SELECT count(*) FROM given_exercise
        WHERE NOT EXISTS (SELECT FROM before WHERE before.exercise_id = given_exercise.exercise_id)
      ) AS added,
      (SELECT count(*) FROM exercise_gone) AS removed,
      (
        SELECT count(*) FROM given_exercise JOIN before ON before.exercise_id = given_exercise.exercise_id
        WHERE before.name <> given_exercise.name
      ) AS renamed
  `)
}
