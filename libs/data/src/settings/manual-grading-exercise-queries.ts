import { exercisesTaken } from '@course-grading/domain/settings/settings-conflicts'
import Type from 'typebox'
import type { Db, Tx } from '../db/db.ts'
import { read, write } from '../db/row.ts'
import { bigints } from '../db/sql-arrays.ts'
import { documentOf, wantedExercises } from './course-settings-rows.ts'
import type { SettingsWrite } from './settings-write.ts'

const listTakenExercisesRow = Type.Object({ exerciseId: Type.Integer() })
const replaceManualGradingExercisesRow = Type.Object({ exerciseId: Type.Integer() })

export async function listTakenExercises(db: Db, courseId: number, exerciseIds: readonly number[]): Promise<number[]> {
  const rows = await db.any(read('listTakenExercises', listTakenExercisesRow)`
    SELECT manual_grading_exercise.exercise_id
    FROM manual_grading_exercise
    WHERE manual_grading_exercise.exercise_id = ANY(${bigints(exerciseIds)})
      AND manual_grading_exercise.course_id <> ${courseId}::bigint
    ORDER BY manual_grading_exercise.exercise_id
  `)
  return rows.map((row) => row.exerciseId)
}

/**
 * Makes the course hold exactly its document's exercises. The course's row must be locked. Exercises are claimed in ascending order,
 * so that two courses that claim the same ones wait for each other in one direction only.
 * @throws DomainError manual_grading_exercise_conflict if another course holds some of them
 */
export async function replaceManualGradingExercises(tx: Tx, settings: SettingsWrite): Promise<void> {
  const lost = await tx.any(write('replaceManualGradingExercises', replaceManualGradingExercisesRow)`
    WITH ${documentOf(settings)}, ${wantedExercises},
    missing AS (
      SELECT wanted.exercise_id
      FROM wanted
      WHERE NOT EXISTS (
        SELECT FROM manual_grading_exercise
        WHERE manual_grading_exercise.exercise_id = wanted.exercise_id
          AND manual_grading_exercise.course_id = ${settings.courseId}::bigint
      )
    ),
    left_out AS (
      DELETE FROM manual_grading_exercise
      WHERE manual_grading_exercise.course_id = ${settings.courseId}::bigint
        AND NOT EXISTS (SELECT FROM wanted WHERE wanted.exercise_id = manual_grading_exercise.exercise_id)
    ),
    claimed AS (
      INSERT INTO manual_grading_exercise (exercise_id, course_id)
      SELECT DISTINCT missing.exercise_id, ${settings.courseId}::bigint FROM missing ORDER BY missing.exercise_id
      ON CONFLICT (exercise_id) DO NOTHING
      RETURNING manual_grading_exercise.exercise_id
    )
    SELECT missing.exercise_id
    FROM missing
    WHERE NOT EXISTS (SELECT FROM claimed WHERE claimed.exercise_id = missing.exercise_id)
    ORDER BY missing.exercise_id
  `)
  if (lost.length > 0) throw exercisesTaken(lost.map(({ exerciseId }) => exerciseId))
}
