import { sql, type FragmentSqlToken } from 'slonik'
import Type, { type Static } from 'typebox'
import { isListed, unregistered } from '../submissions/submission-parts.ts'

/** `lastSubmissionAt` considers the exercises that are graded by hand. */
export const rosterRow = Type.Object({
  userId: Type.Integer(),
  username: Type.String(),
  fullName: Type.String(),
  email: Type.String(),
  studentId: Type.Union([Type.String(), Type.Null()]),
  tagSlugs: Type.Array(Type.String()),
  lastSubmissionAt: Type.Union([Type.String(), Type.Null()]),
  openWork: Type.Integer(),
  finishedWork: Type.Integer(),
})

export type ListedStudent = Static<typeof rosterRow>

/** `last (submitted_at)`: of the submissions that `listSubmissions` has, and `isCounted` chooses; what is registered counts first. */
export function lastSubmissionOf(
  courseId: FragmentSqlToken,
  userId: FragmentSqlToken,
  isCounted: FragmentSqlToken,
): FragmentSqlToken {
  const head = sql.fragment`known.course_id, known.exercise_id, known.submission_id, known.submitted_at`
  return sql.fragment`LATERAL (
    SELECT max(known.submitted_at) AS submitted_at
    FROM (
      SELECT ${head}
      FROM submission_submitter AS own
      CROSS JOIN LATERAL (
        SELECT ${head}
        FROM submission AS known
        WHERE known.submission_id = own.submission_id AND known.course_id = ${courseId}
        LIMIT 1
      ) AS known
      WHERE own.user_id = ${userId}
      UNION ALL
      SELECT ${head}
      FROM snapshot_submitter AS own
      CROSS JOIN LATERAL (
        SELECT ${head}
        FROM snapshot_submission AS known
        WHERE known.course_id = own.course_id AND known.submission_id = own.submission_id AND ${unregistered.counts}
        LIMIT 1
      ) AS known
      WHERE own.course_id = ${courseId} AND own.user_id = ${userId}
    ) AS known
    WHERE ${isListed} AND ${isCounted}
  ) AS last`
}

/** `work (open, finished)`: waiting or judged, and with a standing result, where graded by hand; `isCounted` chooses `known`. */
export function workOf(
  courseId: FragmentSqlToken,
  userId: FragmentSqlToken,
  isCounted: FragmentSqlToken,
): FragmentSqlToken {
  return sql.fragment`LATERAL (
    SELECT count(*) FILTER (WHERE standing.id IS NULL AND (known.in_queue OR known.held_until > clock_timestamp())) AS open,
      count(standing.id) AS finished
    FROM submission_submitter AS own
    JOIN submission AS known ON known.submission_id = own.submission_id AND known.course_id = ${courseId}
    JOIN manual_grading_exercise AS listed ON listed.exercise_id = known.exercise_id AND listed.course_id = known.course_id
    LEFT JOIN completed_result AS standing ON standing.submission_id = known.submission_id AND standing.withdrawn_at IS NULL
    WHERE own.user_id = ${userId} AND ${isCounted}
  ) AS work`
}

/** As students see it: finished once released to them, else open. */
export function ownWorkOf(
  courseId: FragmentSqlToken,
  userId: FragmentSqlToken,
  isCounted: FragmentSqlToken,
): FragmentSqlToken {
  return sql.fragment`LATERAL (
    SELECT count(*) FILTER (WHERE visible.submission_id IS NULL) AS open, count(visible.submission_id) AS finished
    FROM submission_submitter AS own
    JOIN submission AS known ON known.submission_id = own.submission_id AND known.course_id = ${courseId}
    JOIN manual_grading_exercise AS listed ON listed.exercise_id = known.exercise_id AND listed.course_id = known.course_id
    LEFT JOIN student_visible_result AS visible ON visible.submission_id = known.submission_id
    WHERE own.user_id = ${userId} AND ${isCounted}
  ) AS work`
}
