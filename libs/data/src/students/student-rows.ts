import { sql, type FragmentSqlToken } from 'slonik'
import Type, { type Static } from 'typebox'

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

/** `work (last_at, open, finished)`: what is graded by hand and `isCounted` chooses of `known`; open is what waits or is judged. */
export function workOf(
  courseId: FragmentSqlToken,
  userId: FragmentSqlToken,
  isCounted: FragmentSqlToken,
): FragmentSqlToken {
  return sql.fragment`LATERAL (
    SELECT max(known.submitted_at) AS last_at, count(*) FILTER (WHERE known.state IN ('waiting', 'in_progress')) AS open,
      count(*) FILTER (WHERE known.state IN ('completed', 'released')) AS finished
    FROM (SELECT ${courseId} AS course_id) AS here
    CROSS JOIN LATERAL work_of(here.course_id, ${userId}) AS known
    WHERE known.is_listed AND ${isCounted}
  ) AS work`
}

/** The same as students see it: finished once released to them, else open. */
export function ownWorkOf(
  courseId: FragmentSqlToken,
  userId: FragmentSqlToken,
  isCounted: FragmentSqlToken,
): FragmentSqlToken {
  return sql.fragment`LATERAL (
    SELECT max(known.submitted_at) AS last_at, count(visible.submission_id) AS finished,
      count(*) FILTER (WHERE known.is_registered AND visible.submission_id IS NULL) AS open
    FROM work_of(${courseId}, ${userId}) AS known
    LEFT JOIN LATERAL (
      SELECT student_visible_result.submission_id
      FROM student_visible_result
      WHERE student_visible_result.submission_id = known.submission_id
      LIMIT 1
    ) AS visible ON TRUE
    WHERE known.is_listed AND ${isCounted}
  ) AS work`
}
