import { sql, type FragmentSqlToken } from 'slonik'
import Type, { type Static } from 'typebox'
import { fromWorkOf, isListed, registered, unregistered } from '../submissions/submission-sources.ts'

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

/** `last (submitted_at)`: of the submissions that `selectSubmissions` has, and `isCounted` chooses; what is registered counts first. */
export function lastSubmissionOf(
  courseId: FragmentSqlToken,
  userId: FragmentSqlToken,
  isCounted: FragmentSqlToken,
): FragmentSqlToken {
  const head = sql.fragment`known.course_id, known.exercise_id, known.submission_id, known.submitted_at`
  return sql.fragment`LATERAL (
    SELECT max(known.submitted_at) AS submitted_at
    FROM (
      SELECT ${head} FROM ${fromWorkOf(registered, courseId, userId)}
      UNION ALL
      SELECT ${head} FROM ${fromWorkOf(unregistered, courseId, userId)} WHERE ${unregistered.counts}
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
    FROM ${fromWorkOf(registered, courseId, userId)}
    LEFT JOIN LATERAL (
      SELECT completed_result.id
      FROM completed_result
      WHERE completed_result.submission_id = known.submission_id AND completed_result.withdrawn_at IS NULL
      LIMIT 1
    ) AS standing ON TRUE
    WHERE ${isListed} AND ${isCounted}
  ) AS work`
}

/** `work (open, finished)` as students see it: finished once released to them, else open. */
export function ownWorkOf(
  courseId: FragmentSqlToken,
  userId: FragmentSqlToken,
  isCounted: FragmentSqlToken,
): FragmentSqlToken {
  return sql.fragment`LATERAL (
    SELECT count(*) FILTER (WHERE visible.submission_id IS NULL) AS open, count(visible.submission_id) AS finished
    FROM ${fromWorkOf(registered, courseId, userId)}
    LEFT JOIN LATERAL (
      SELECT student_visible_result.submission_id
      FROM student_visible_result
      WHERE student_visible_result.submission_id = known.submission_id
      LIMIT 1
    ) AS visible ON TRUE
    WHERE ${isListed} AND ${isCounted}
  ) AS work`
}
