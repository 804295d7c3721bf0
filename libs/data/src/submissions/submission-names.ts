import { sql, type FragmentSqlToken } from 'slonik'

/** Whether staff see who handed in `known`. If not, it must not be found by its submitters either. */
export const isNamed = sql.fragment`(
  SELECT naming.is_named FROM submission_naming(known.course_id, known.exercise_id, known.submission_id) AS naming
)`

/** Names of one and aliases of the other would tell who is behind them: nothing may connect the two. `other` follows FROM. */
export const isNamedUnlike = (other: FragmentSqlToken): FragmentSqlToken =>
  sql.fragment`${isNamed} <> (SELECT ${isNamed} FROM ${other} AS known)`

export const shownSupersededBy = sql.fragment`CASE WHEN NOT ${isNamedUnlike(sql.fragment`(
  SELECT submission.course_id, submission.exercise_id, submission.submission_id
  FROM submission
  WHERE submission.submission_id = known.superseded_by
)`)} THEN known.superseded_by END`

/** `known`: the row of `submission` with an id, for `namedSubmitters`. */
export const knownSubmission = (submissionId: FragmentSqlToken): FragmentSqlToken => sql.fragment`
  CROSS JOIN LATERAL (
    SELECT submission.submission_id, submission.course_id, submission.exercise_id, submission.submitter_ids
    FROM submission
    WHERE submission.submission_id = ${submissionId}
    LIMIT 1
  ) AS known`

/** `submitter.list`: who handed in `known`, a row of `submission`, as staff may see them: with aliases while they are anonymous. */
export const namedSubmitters = sql.fragment`
  CROSS JOIN LATERAL submission_naming(known.course_id, known.exercise_id, known.submission_id) AS naming
  CROSS JOIN LATERAL named_people(known.course_id, known.exercise_id, known.submitter_ids, naming.is_named) AS submitter`
