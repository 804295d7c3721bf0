import Type from 'typebox'
import type { Db } from '../db/db.ts'
import type { ExerciseOfCourse } from '../db/lock-order.ts'
import { read } from '../db/row.ts'

const listGradeCriteriaRow = Type.Object({ criterionId: Type.String() })

/** Of all versions of the rubrics that settings, assessments and released results name, in the rubrics' order; without a rubric one criterion, of points. */
export async function listGradeCriteria(
  db: Db,
  { courseId, exerciseId }: ExerciseOfCourse,
): Promise<readonly string[]> {
  const rows = await db.any(read('listGradeCriteria', listGradeCriteriaRow)`
    WITH used AS (
      SELECT (
        SELECT exercise_grading.rubric_id
        FROM exercise_grading
        WHERE exercise_grading.course_id = ${courseId}::bigint AND exercise_grading.exercise_id = ${exerciseId}::bigint
      ) AS rubric_id
      UNION
      SELECT rubric.rubric_id
      FROM assessment
      -- A restart may have changed the rubric since the result that students see.
      CROSS JOIN LATERAL (
        SELECT assessment.rubric_id
        UNION ALL
        SELECT completed_result.rubric_id
        FROM completed_result
        WHERE assessment.state = 'in_progress' AND completed_result.submission_id = assessment.submission_id
          AND completed_result.released_at IS NOT NULL
      ) AS rubric
      WHERE assessment.course_id = ${courseId}::bigint AND assessment.exercise_id = ${exerciseId}::bigint
    ),
    named AS (
      SELECT 'points' AS criterion_id, NULL::uuid AS rubric_id, 0 AS version, 1 AS place
      FROM used
      WHERE used.rubric_id IS NULL
      UNION ALL
      SELECT criterion.document ->> 'id', used.rubric_id, rubric_version.version, criterion.place
      FROM used
      -- All wordings of a version have the same criteria.
      JOIN rubric_version ON rubric_version.rubric_id = used.rubric_id AND rubric_version.wording = 1
      CROSS JOIN LATERAL json_array_elements(rubric_version.document -> 'criteria') WITH ORDINALITY AS criterion (document, place)
    )
    SELECT named.criterion_id
    FROM named
    GROUP BY named.criterion_id
    ORDER BY min(named.rubric_id::text) NULLS FIRST, min(named.version), min(named.place), named.criterion_id
  `)
  return rows.map(({ criterionId }) => criterionId)
}
