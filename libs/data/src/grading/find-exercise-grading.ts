import { sql } from 'slonik'
import Type from 'typebox'
import type { Db } from '../db/db.ts'
import type { ExerciseOfCourse } from '../db/lock-order.ts'
import { nullable, read } from '../db/row.ts'
import { exerciseGradingRow, type StoredExerciseGrading } from './exercise-grading-rows.ts'

export interface GradedExercise {
  readonly isListed: boolean
  /** Null until the settings are first written. */
  readonly grading: StoredExerciseGrading | null
}

const findExerciseGradingRow = Type.Object({
  isListed: Type.Boolean(),
  isRegistered: Type.Boolean(),
  grading: nullable(exerciseGradingRow),
})

/** Null if the course does not grade the exercise by hand, and has neither settings nor registered submissions of it. */
export async function findExerciseGrading(
  db: Db,
  { courseId, exerciseId }: ExerciseOfCourse,
): Promise<GradedExercise | null> {
  const row = await db.maybeOne(read('findExerciseGrading', findExerciseGradingRow)`
    SELECT
      EXISTS (
        SELECT FROM manual_grading_exercise
        WHERE manual_grading_exercise.exercise_id = ${exerciseId}::bigint
          AND manual_grading_exercise.course_id = ${courseId}::bigint
      ) AS is_listed,
      EXISTS (
        SELECT FROM submission
        WHERE submission.course_id = ${courseId}::bigint AND submission.exercise_id = ${exerciseId}::bigint
      ) AS is_registered,
      (
        SELECT json_build_object(
          'rubricId', exercise_grading.rubric_id, 'anonymous', exercise_grading.anonymous, 'attempts', exercise_grading.attempts,
          'order', exercise_grading.claim_order, 'autoPoints', exercise_grading.auto_points, 'release', exercise_grading.release,
          'releaseAt', ${utc(sql.fragment`exercise_grading.release_at`)}, 'leaseMinutes', exercise_grading.lease_minutes,
          'maxOpenClaims', exercise_grading.max_open_claims, 'dueAt', ${utc(sql.fragment`exercise_grading.due_at`)},
          'notify', exercise_grading.notify, 'revision', exercise_grading.revision
        )
        FROM exercise_grading
        WHERE exercise_grading.course_id = ${courseId}::bigint AND exercise_grading.exercise_id = ${exerciseId}::bigint
      ) AS grading
  `)
  if (row === null || !(row.isListed || row.isRegistered || row.grading !== null)) return null
  return { isListed: row.isListed, grading: row.grading }
}

const utc = (time: ReturnType<typeof sql.fragment>) =>
  sql.fragment`to_char(${time} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
