import type { RubricDocument } from '@course-grading/domain/rubrics/rubric-document'
import { sql } from 'slonik'
import Type, { type Static } from 'typebox'
import type { Db } from '../db/db.ts'
import type { ExerciseOfCourse } from '../db/lock-order.ts'
import { json, nullable, read } from '../db/row.ts'
import { presentMaxPoints } from '../submissions/known-upstream.ts'

/** The rubric by which an exercise is judged now; null stands for the built-in rubric with the maximum of the exercise. */
const rubricInForce = Type.Object({
  rubricId: nullable(Type.String()),
  version: Type.Integer(),
  exerciseMaxPoints: Type.Integer(),
  document: json<RubricDocument | null>(),
})
export type RubricInForce = Static<typeof rubricInForce>

/** The exercise must have submissions, so that its maximum is known. */
export async function findRubricInForce(db: Db, { courseId, exerciseId }: ExerciseOfCourse): Promise<RubricInForce> {
  return await db.one(read('findRubricInForce', rubricInForce)`
    SELECT rubric.rubric_id, coalesce(rubric.version, 0) AS version, rubric.document,
      ${presentMaxPoints(sql.fragment`exercise.course_id`, sql.fragment`exercise.exercise_id`)} AS exercise_max_points
    FROM (SELECT ${courseId}::bigint AS course_id, ${exerciseId}::bigint AS exercise_id) AS exercise
    LEFT JOIN LATERAL (
      SELECT rubric_version.rubric_id, rubric_version.version, rubric_version.document
      FROM exercise_grading
      JOIN rubric_version ON rubric_version.rubric_id = exercise_grading.rubric_id
      WHERE exercise_grading.course_id = exercise.course_id AND exercise_grading.exercise_id = exercise.exercise_id
      ORDER BY rubric_version.version DESC, rubric_version.wording DESC
      LIMIT 1
    ) AS rubric ON TRUE
  `)
}
