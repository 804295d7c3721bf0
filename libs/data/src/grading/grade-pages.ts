import { sql, type FragmentSqlToken } from 'slonik'
import type { Static } from 'typebox'
import type { Db } from '../db/db.ts'
import type { ExerciseOfCourse } from '../db/lock-order.ts'
import { read } from '../db/row.ts'
import { isFound, lookedUp, unseen } from '../db/planner.ts'
import { bigints } from '../db/sql-arrays.ts'
import { pageByIndex, pageKeys } from '../submissions/page-by-index.ts'
import { presentMaxPoints } from '../submissions/known-upstream.ts'
import { gradeRow, peopleOfChosen } from './grade-rows.ts'

/** Planning a page takes as long as reading some hundred rows. */
export const rowsPerPage = 1_000

export type RowOfPage = Static<typeof gradeRow>

/** Submissions, the oldest first. */
export function pageOfWork(db: Db, exercise: ExerciseOfCourse, after: RowOfPage | null): Promise<readonly RowOfPage[]> {
  const [courseId, exerciseId] = [unseen(exercise.courseId), unseen(exercise.exerciseId)]
  const isNext = sql.fragment`known.course_id = ${courseId} AND known.exercise_id = ${exerciseId}
    AND (known.submitted_at, known.submission_id)
      > ((SELECT ${after?.submittedAt ?? '-infinity'}::timestamptz), (SELECT ${after?.submissionId ?? 0}::bigint))`
  const page = pageByIndex({
    condition: isNext,
    ofUnregistered: sql.fragment`${isNext} AND known.counts`,
    limit: sql.fragment`${rowsPerPage}::integer`,
  })
  return db.any(read('listGrades', gradeRow)`
    WITH ${page}
    ${gradesOf(sql.fragment`(SELECT ${pageKeys}, NULL::bigint AS user_id, NULL::bigint AS place FROM chosen AS known)`)}`)
}

/** The roster's first students who are not among the given people, by user id or alias: a row for each submission, with them alone, or one if they have none. */
export function pageOfStudents(
  db: Db,
  exercise: ExerciseOfCourse,
  written: readonly number[],
): Promise<readonly RowOfPage[]> {
  const [courseId, exerciseId] = [unseen(exercise.courseId), unseen(exercise.exerciseId)]
  return db.any(read('listGradesOfStudents', gradeRow)`
    WITH student AS MATERIALIZED (
      SELECT known.course_id, known.exercise_id, own.user_id, coalesce(shown.alias, own.user_id) AS place
      FROM (SELECT ${courseId} AS course_id, ${exerciseId} AS exercise_id) AS known
      CROSS JOIN LATERAL submission_naming(known.course_id, known.exercise_id, NULL) AS naming
      JOIN present_student AS own ON own.course_id = known.course_id
      CROSS JOIN LATERAL alias_of(known.course_id, known.exercise_id, own.user_id, naming.is_named) AS shown
      -- A table of the ids is made once; an anti-join may read them again for each student.
      WHERE own.user_id NOT IN (SELECT given.user_id FROM unnest(${bigints(written)}) AS given (user_id))
      ORDER BY place, own.user_id
      LIMIT ${rowsPerPage}::integer
    ),
    chosen AS MATERIALIZED (
      SELECT student.course_id, student.exercise_id, work.submission_id, work.is_registered, student.user_id, student.place
      FROM student
      LEFT JOIN LATERAL (
        SELECT own.submission_id, TRUE AS is_registered
        FROM submission_submitter AS own
        WHERE own.user_id = student.user_id AND ${lookedUp(
          sql.fragment`
          SELECT submission.course_id = student.course_id AND submission.exercise_id = student.exercise_id
          FROM submission
          WHERE submission.submission_id = own.submission_id`,
          { ifNone: false },
        )}
        UNION ALL
        SELECT known.submission_id, FALSE
        FROM snapshot_submitter AS known
        WHERE known.course_id = student.course_id AND known.user_id = student.user_id AND NOT ${isRegistered} AND ${lookedUp(
          sql.fragment`
          SELECT snapshot_submission.exercise_id = student.exercise_id
          FROM snapshot_submission
          WHERE snapshot_submission.course_id = known.course_id AND snapshot_submission.submission_id = known.submission_id`,
          { ifNone: false },
        )}
      ) AS work ON TRUE
    )
    ${gradesOf(sql.fragment`chosen`)}`)
}

const isRegistered = isFound(sql.fragment`FROM submission WHERE submission.submission_id = known.submission_id`)

/** Selects rows for each of `source`: a submission, or the exercise for a student without work. With a `user_id`, nobody else is named. */
function gradesOf(source: FragmentSqlToken): FragmentSqlToken {
  return sql.fragment`
  SELECT known.submission_id, begun.id AS assessment_id, known.attempt, known.submitted_at, known.state, shown.points::float8,
    coalesce(shown.max_points, CASE WHEN chosen.is_registered THEN ${presentMaxPoints(sql.fragment`chosen.course_id`, sql.fragment`chosen.exercise_id`)} END)::float8 AS max_points,
    shown.parts,
    coalesce(shown.released_by, begun.grader_id) AS grader_id, coalesce(begun.completed_at, shown.completed_at) AS completed_at, shown.released_at, latest.state AS delivery_state,
    CASE WHEN known.gone AND latest.standing = 'ours' THEN 'changed'
      WHEN latest.state = 'delivered' OR latest.standing <> 'unknown' THEN latest.standing END AS standing,
    upstream.status AS upstream_status, upstream.grade::float8 AS upstream_grade, ${peopleOfChosen} AS people, own.ids AS user_ids
  FROM ${source} AS chosen
  -- LIMIT prevents joins of whole tables.
  LEFT JOIN LATERAL (
    SELECT known.submission_id, known.submitted_at, known.attempt, known.state, known.gone, known.submitter_ids
    FROM known_submission AS known
    WHERE known.submission_id = chosen.submission_id AND known.course_id = chosen.course_id AND known.is_registered = chosen.is_registered
    LIMIT 1
  ) AS known ON TRUE
  CROSS JOIN LATERAL (SELECT CASE WHEN chosen.user_id IS NULL THEN known.submitter_ids ELSE ARRAY[chosen.user_id] END AS ids) AS own
  CROSS JOIN LATERAL submission_naming(chosen.course_id, chosen.exercise_id, chosen.submission_id) AS naming
  LEFT JOIN LATERAL (
    SELECT assessment.id, assessment.grader_id, assessment.completed_at
    FROM assessment
    WHERE assessment.submission_id = known.submission_id
    LIMIT 1
  ) AS begun ON TRUE
  LEFT JOIN LATERAL (
    -- The result that stands; while released work is graded again, what was released, unless nobody is left to whom it was.
    SELECT completed_result.points, completed_result.max_points, completed_result.parts, completed_result.released_at,
      completed_result.created_at AS completed_at,
      CASE WHEN completed_result.withdrawn_at IS NOT NULL THEN completed_result.created_by END AS released_by
    FROM completed_result
    WHERE completed_result.submission_id = known.submission_id
      AND (completed_result.withdrawn_at IS NULL OR completed_result.released_at IS NOT NULL AND cardinality(known.submitter_ids) > 0)
    ORDER BY completed_result.withdrawn_at IS NOT NULL, completed_result.created_at DESC, completed_result.id DESC
    LIMIT 1
  ) AS shown ON TRUE
  LEFT JOIN LATERAL (
    SELECT delivery.state, delivery.standing
    FROM delivery
    WHERE delivery.submission_id = known.submission_id
    ORDER BY delivery.ordinal DESC
    LIMIT 1
  ) AS latest ON TRUE
  LEFT JOIN LATERAL last_shown_upstream(chosen.course_id, known.submission_id) AS upstream ON TRUE
  ORDER BY known.submitted_at, known.submission_id, chosen.place`
}
