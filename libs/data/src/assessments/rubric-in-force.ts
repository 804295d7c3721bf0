import type { RubricDocument } from '@course-grading/domain/rubrics/rubric-document'
import Type, { type Static } from 'typebox'
import type { Db } from '../db.ts'
import type { ExerciseOfCourse } from '../lock-order.ts'
import { json, nullable, statement } from '../row.ts'

/** What an exercise is judged by now: a rubric, or null for its own criterion of points. */
const rubricInForce = Type.Object({
  rubricId: nullable(Type.String()),
  version: Type.Integer(),
  document: json<RubricDocument | null>(),
})
export type RubricInForce = Static<typeof rubricInForce>

const find = statement('findRubricInForce', rubricInForce)

/** The rubric that claims of an exercise begin with now. One statement. */
export async function findRubricInForce(db: Db, { courseId, exerciseId }: ExerciseOfCourse): Promise<RubricInForce> {
  const row = await db.maybeOne(find`
    SELECT rubric_version.rubric_id, rubric_version.version, rubric_version.document
    FROM exercise_grading
    JOIN rubric_version ON rubric_version.rubric_id = exercise_grading.rubric_id
    WHERE exercise_grading.course_id = ${courseId}::bigint AND exercise_grading.exercise_id = ${exerciseId}::bigint
    ORDER BY rubric_version.version DESC, rubric_version.wording DESC
    LIMIT 1
  `)
  return row ?? { rubricId: null, version: 0, document: null }
}
