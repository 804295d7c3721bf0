import { sql } from 'slonik'
import Type from 'typebox'
import type { Db, Tx } from '../db/db.ts'
import { read } from '../db/row.ts'

export const exerciseIdsOfRubric = sql.fragment`
  ARRAY(
    SELECT exercise_grading.exercise_id
    FROM exercise_grading
    WHERE exercise_grading.course_id = rubric.course_id AND exercise_grading.rubric_id = rubric.rubric_id
    ORDER BY exercise_grading.exercise_id
  )`

const rubricIsInUseRow = Type.Object({ used: Type.Boolean() })
const shareRubricRow = Type.Object({ state: Type.String() })

/** To exclude concurrent settings that name the rubric, lock its row in an earlier statement. */
export async function rubricIsInUse(db: Db, rubricId: string): Promise<boolean> {
  const row = await db.one(read('rubricIsInUse', rubricIsInUseRow)`
    SELECT EXISTS (
      SELECT
      FROM rubric
      JOIN exercise_grading ON exercise_grading.course_id = rubric.course_id AND exercise_grading.rubric_id = rubric.rubric_id
      WHERE rubric.rubric_id = ${rubricId}::uuid
    ) AS used
  `)
  return row.used
}

/** Keeps the rubric from being archived before settings name it. False, and nothing locked, if it is not published in the course. */
export async function lockPublishedRubric(
  tx: Tx,
  { courseId, rubricId }: { readonly courseId: number; readonly rubricId: string },
): Promise<boolean> {
  const row = await tx.maybeOne(read('shareRubric', shareRubricRow)`
    SELECT rubric.state
    FROM rubric
    WHERE rubric.rubric_id = ${rubricId}::uuid AND rubric.course_id = ${courseId}::bigint AND rubric.state = 'published'
    FOR SHARE
  `)
  return row !== null
}
