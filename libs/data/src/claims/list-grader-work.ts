import { sql } from 'slonik'
import Type, { type Static } from 'typebox'
import type { Db } from '../db/db.ts'
import { isFound, keptApart } from '../db/planner.ts'
import { nullable, read } from '../db/row.ts'
import { bigints } from '../db/sql-arrays.ts'
import { staffNameOf } from '../db/staff-names.ts'
import type { ProgressQuery } from './list-waiting-work.ts'

const graderWork = Type.Object({
  userId: Type.Integer(),
  fullName: nullable(Type.String()),
  holds: Type.Integer(),
  left: Type.Integer(),
  completed: Type.Integer(),
  lastSavedAt: nullable(Type.String()),
  /** Of the results of one exercise, from five on; else null, like the other. */
  mean: nullable(Type.Number()),
  spread: nullable(Type.Number()),
})

interface GraderWorkQuery extends ProgressQuery {
  readonly graderIds: readonly number[]
}

/** The given graders in their order, then others who hold or judged last, by id; at most 500. */
export async function listGraderWork(
  db: Db,
  { courseId, exerciseId, graderIds }: GraderWorkQuery,
): Promise<readonly Static<typeof graderWork>[]> {
  return await db.any(read('listGraderWork', graderWork)`
    WITH begun AS MATERIALIZED (
      SELECT judged.grader_id, judged.submission_id, judged.state, judged.saved_at, judged.holder_id
      FROM manual_grading_exercise AS listed
      CROSS JOIN LATERAL (
        SELECT assessment.grader_id, assessment.submission_id, assessment.state, assessment.saved_at,
          CASE WHEN assessment.lease_until > clock_timestamp() THEN assessment.holder_id END AS holder_id
        FROM assessment
        WHERE assessment.course_id = listed.course_id AND assessment.exercise_id = listed.exercise_id
        ${keptApart}
      ) AS judged
      WHERE listed.course_id = ${courseId}::bigint AND (${exerciseId}::bigint IS NULL OR listed.exercise_id = ${exerciseId}::bigint)
    ),
    work AS (
      SELECT begun.grader_id AS user_id, 0 AS holds,
        count(*) FILTER (WHERE begun.state = 'in_progress' AND begun.holder_id IS NULL AND ${isOfSomebody}) AS left,
        count(*) FILTER (WHERE begun.state = 'completed') AS completed, max(begun.saved_at) AS last_saved_at
      FROM begun
      GROUP BY begun.grader_id
      UNION ALL
      SELECT begun.holder_id, count(*), 0, 0, NULL FROM begun WHERE begun.holder_id IS NOT NULL GROUP BY begun.holder_id
      UNION ALL
      SELECT given.user_id, 0, 0, 0, NULL FROM unnest(${bigints(graderIds)}) AS given (user_id)
    )
    SELECT person.user_id, ${staffNameOf(sql.fragment`person.user_id`, sql.fragment`${courseId}::bigint`)} AS full_name, person.holds,
      person.left, person.completed, person.last_saved_at, given.mean, given.spread
    FROM (
      SELECT work.user_id, sum(work.holds)::bigint AS holds, sum(work.left)::bigint AS left, sum(work.completed)::bigint AS completed,
        max(work.last_saved_at) AS last_saved_at
      FROM work
      GROUP BY work.user_id
      ORDER BY array_position(${bigints(graderIds)}, work.user_id), work.user_id
      LIMIT 500
    ) AS person
    LEFT JOIN (
      SELECT judged.grader_id, round(avg(standing.points), 2)::float8 AS mean, round(stddev_pop(standing.points), 2)::float8 AS spread
      FROM completed_result AS standing
      CROSS JOIN LATERAL (
        SELECT assessment.grader_id FROM assessment WHERE assessment.id = standing.assessment_id LIMIT 1
      ) AS judged
      WHERE standing.course_id = ${courseId}::bigint AND standing.exercise_id = ${exerciseId}::bigint AND standing.withdrawn_at IS NULL
      GROUP BY judged.grader_id
      HAVING count(*) >= 5
    ) AS given ON given.grader_id = person.user_id
    ORDER BY array_position(${bigints(graderIds)}, person.user_id), person.user_id
  `)
}

/** What was erased of its last submitter is nobody's to finish. */
const isOfSomebody = isFound(sql.fragment`
  FROM submission_submitter WHERE submission_submitter.submission_id = begun.submission_id`)
