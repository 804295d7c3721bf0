import { firstOf } from '@course-grading/domain/snapshots/first-of'
import type { SnapshotReading } from '@course-grading/domain/snapshots/snapshot-reading'
import { sql } from 'slonik'
import Type from 'typebox'
import type { Tx } from '../db/db.ts'
import { read, write } from '../db/row.ts'
import { bigints } from '../db/sql-arrays.ts'
import { type ChangeCounts, previousReadingOf } from './snapshot-head-queries.ts'
import { storableJson } from '../db/storable-json.ts'

const countChangedExercisesRow = Type.Object({ added: Type.Integer(), renamed: Type.Integer() })

/** The first of duplicates counts. After an assistant's reading, missing modules stay as hidden. Each exercise always has its module. */
export async function replaceSnapshotModules(
  tx: Tx,
  courseId: number,
  { modules, seenBy }: Pick<SnapshotReading, 'modules' | 'seenBy'>,
): Promise<ChangeCounts['exercises']> {
  const isTeacher = seenBy === 'teacher'
  const moduleIds = modules.map(({ moduleId }) => moduleId)
  const given = firstOf(modules.map(inPlace), ({ moduleId }) => moduleId)
  const exercises = firstOf(
    modules.flatMap(({ moduleId, exercises: its }) => its.map((exercise) => ({ ...exercise, moduleId }))).map(inPlace),
    ({ exerciseId }) => exerciseId,
  )
  const exerciseIds = exercises.map(({ exerciseId }) => exerciseId)
  const { added, renamed } = await countChanged(tx, courseId, storableJson(exercises))
  await writeModules(tx, courseId, storableJson(given.map(({ exercises: _, ...module }) => module)))
  await writeExercises(tx, courseId, storableJson(exercises))
  const { rowCount: removed } = await tx.query(write('deleteSnapshotExercises')`
    DELETE FROM snapshot_exercise
    WHERE snapshot_exercise.course_id = ${courseId}::bigint AND snapshot_exercise.exercise_id <> ALL (${bigints(exerciseIds)})
      AND (${isTeacher} OR snapshot_exercise.module_id = ANY (${bigints(moduleIds)}))
  `)
  const isMissing = sql.fragment`
    snapshot_module.course_id = ${courseId}::bigint AND snapshot_module.module_id <> ALL (${bigints(moduleIds)})`
  if (isTeacher) await tx.query(write('deleteSnapshotModules')`DELETE FROM snapshot_module WHERE ${isMissing}`)
  else {
    await tx.query(
      write(
        'hideSnapshotModules',
      )`UPDATE snapshot_module SET hidden = TRUE WHERE ${isMissing} AND NOT snapshot_module.hidden`,
    )
    await tx.query(write('dateKeptExercises')`
      UPDATE snapshot_exercise SET read_at = ${previousReadingOf(courseId)}
      WHERE snapshot_exercise.course_id = ${courseId}::bigint AND snapshot_exercise.exercise_id <> ALL (${bigints(exerciseIds)})
        AND snapshot_exercise.read_at IS NULL
    `)
  }
  return { added, removed, renamed }
}

const inPlace = <Item>(item: Item, position: number) => ({ ...item, position })

async function countChanged(tx: Tx, courseId: number, exercises: string) {
  return await tx.one(read('countChangedExercises', countChangedExercisesRow)`
    SELECT count(*) FILTER (WHERE before.exercise_id IS NULL) AS added, count(*) FILTER (WHERE before.name <> item.name) AS renamed
    FROM json_to_recordset(${exercises}::json) AS item ("exerciseId" bigint, name text)
    LEFT JOIN snapshot_exercise AS before
      ON before.course_id = ${courseId}::bigint AND before.exercise_id = item."exerciseId"
  `)
}

async function writeModules(tx: Tx, courseId: number, modules: string): Promise<void> {
  await tx.query(write('upsertSnapshotModules')`
    INSERT INTO snapshot_module (course_id, module_id, position, name, open, hidden)
    SELECT ${courseId}::bigint, item."moduleId", item.position, item.name, item.open, item.hidden
    FROM json_to_recordset(${modules}::json)
      AS item ("moduleId" bigint, position integer, name text, open boolean, hidden boolean)
    ON CONFLICT (course_id, module_id) DO UPDATE
    SET position = EXCLUDED.position, name = EXCLUDED.name, open = EXCLUDED.open, hidden = EXCLUDED.hidden
    WHERE (snapshot_module.position, snapshot_module.name, snapshot_module.open, snapshot_module.hidden)
      IS DISTINCT FROM (EXCLUDED.position, EXCLUDED.name, EXCLUDED.open, EXCLUDED.hidden)
  `)
}

async function writeExercises(tx: Tx, courseId: number, exercises: string): Promise<void> {
  await tx.query(write('upsertSnapshotExercises')`
    INSERT INTO snapshot_exercise (course_id, exercise_id, module_id, position, name, max_points, manual)
    SELECT ${courseId}::bigint, item."exerciseId", item."moduleId", item.position, item.name, item."maxPoints", EXISTS (
        SELECT FROM manual_grading_exercise
        WHERE manual_grading_exercise.course_id = ${courseId}::bigint
          AND manual_grading_exercise.exercise_id = item."exerciseId"
      )
    FROM json_to_recordset(${exercises}::json)
      AS item ("exerciseId" bigint, "moduleId" bigint, position integer, name text, "maxPoints" bigint)
    ON CONFLICT (course_id, exercise_id) DO UPDATE
    SET module_id = EXCLUDED.module_id, position = EXCLUDED.position, name = EXCLUDED.name, max_points = EXCLUDED.max_points,
      manual = EXCLUDED.manual, read_at = NULL
    WHERE (
      snapshot_exercise.module_id, snapshot_exercise.position, snapshot_exercise.name, snapshot_exercise.max_points,
      snapshot_exercise.manual, snapshot_exercise.read_at
    ) IS DISTINCT FROM (EXCLUDED.module_id, EXCLUDED.position, EXCLUDED.name, EXCLUDED.max_points, EXCLUDED.manual, NULL)
  `)
}
