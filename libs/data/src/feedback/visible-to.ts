import { type FragmentSqlToken, sql } from 'slonik'

/** The rows of `student_visible_result` for a person: work that the person handed in, and documents about the person. */
export const visibleTo = (userId: number): FragmentSqlToken => sql.fragment`(
  SELECT visible.*
  FROM submission_submitter
  CROSS JOIN LATERAL (
    SELECT student_visible_result.*
    FROM student_visible_result
    WHERE student_visible_result.submission_id = submission_submitter.submission_id
    LIMIT 1
  ) AS visible
  WHERE submission_submitter.user_id = ${userId}::bigint
  UNION ALL
  SELECT visible.* FROM student_visible_result AS visible WHERE visible.user_id = ${userId}::bigint
)`
