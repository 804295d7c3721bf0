import type { SnapshotReading } from '@course-grading/domain/snapshots/snapshot-reading'
import Type from 'typebox'
import type { Db, Tx } from '../db/db.ts'
import { read, write } from '../db/row.ts'
import { bigints } from '../db/sql-arrays.ts'

const listAssessedExercisesRow = Type.Object({ exerciseId: Type.Integer() })

/** Exercises of the course with an assessment, graded by hand now or not. */
export async function listAssessedExercises(db: Db, courseId: number): Promise<readonly number[]> {
  const rows = await db.any(read('listAssessedExercises', listAssessedExercisesRow)`
    SELECT DISTINCT assessment.exercise_id FROM assessment WHERE assessment.course_id = ${courseId}::bigint
  `)
  return rows.map(({ exerciseId }) => exerciseId)
}

/** Of an exercise about which the reading says nothing, what was known stays. Exercises that are not asked for go. */
export async function replaceWithheldExercises(
  tx: Tx,
  courseId: number,
  { details }: Pick<SnapshotReading, 'details'>,
): Promise<void> {
  const idsOf = (states: readonly string[]) =>
    bigints(details.flatMap(({ exerciseId, state }) => (states.includes(state) ? [exerciseId] : [])))
  await tx.query(write('replaceWithheldExercises')`
    WITH removed AS (
      DELETE FROM snapshot_withheld_exercise
      WHERE snapshot_withheld_exercise.course_id = ${courseId}::bigint
        AND snapshot_withheld_exercise.exercise_id <> ALL (${idsOf(['hidden', 'gone', 'unknown'])})
    )
    INSERT INTO snapshot_withheld_exercise (course_id, exercise_id)
    SELECT ${courseId}::bigint, given.exercise_id
    FROM unnest(${idsOf(['hidden'])}) AS given (exercise_id)
    ON CONFLICT DO NOTHING
  `)
}
