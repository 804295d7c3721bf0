import { sql } from 'slonik'
import Type, { type Static } from 'typebox'
import type { Db } from '../db/db.ts'
import { read } from '../db/row.ts'

const dueRelease = Type.Object({ courseId: Type.Integer(), exerciseId: Type.Integer() })
export type DueRelease = Static<typeof dueRelease>

export const isReleaseDue = sql.fragment`(exercise_grading.release = 'manual' AND exercise_grading.release_at <= clock_timestamp())`

/** Exercises with results of assessments of which no result was ever released. */
export async function listDueReleases(db: Db): Promise<readonly DueRelease[]> {
  return await db.any(read('listDueReleases', dueRelease)`
    SELECT exercise_grading.course_id, exercise_grading.exercise_id
    FROM exercise_grading
    WHERE ${isReleaseDue}
      AND EXISTS (
        SELECT
        FROM completed_result AS standing
        WHERE standing.course_id = exercise_grading.course_id AND standing.exercise_id = exercise_grading.exercise_id
          AND standing.withdrawn_at IS NULL AND standing.released_at IS NULL
          AND NOT EXISTS (
            SELECT
            FROM completed_result AS earlier
            WHERE earlier.assessment_id = standing.assessment_id AND earlier.released_at IS NOT NULL
          )
      )
    ORDER BY exercise_grading.course_id, exercise_grading.exercise_id
  `)
}
