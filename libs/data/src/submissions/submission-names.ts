import { sql, type FragmentSqlToken } from 'slonik'

/**
 * Whether staff see who handed in the submission `known`, of which a row has course_id, exercise_id and submission_id: its exercise
 * is not anonymous, or a result of it is released. Only such a submission is found by its submitters, and shown with them.
 */
export const isNamed = sql.fragment`(
  NOT coalesce((
    SELECT exercise_grading.anonymous
    FROM exercise_grading
    WHERE exercise_grading.course_id = known.course_id AND exercise_grading.exercise_id = known.exercise_id
  ), FALSE)
  OR EXISTS (
    SELECT
    FROM completed_result
    WHERE completed_result.submission_id = known.submission_id AND completed_result.released_at IS NOT NULL
  )
)`

/**
 * Whether staff see names of the submission `known` and aliases of another one of the same people, or the other way round. Then nothing
 * may tell that the two belong together, since the names would tell who is behind the aliases. `other` is what follows FROM, such as
 * a subquery.
 */
export const isNamedUnlike = (other: FragmentSqlToken): FragmentSqlToken =>
  sql.fragment`${isNamed} <> (SELECT ${isNamed} FROM ${other} AS known)`

/** The submission that supersedes `known`, where staff may know it. */
export const shownSupersededBy = sql.fragment`CASE WHEN NOT ${isNamedUnlike(sql.fragment`(
  SELECT submission.course_id, submission.exercise_id, submission.submission_id
  FROM submission
  WHERE submission.submission_id = known.superseded_by
)`)} THEN known.superseded_by END`

/**
 * The alias of the person `own.user_id` in the exercise of `known` where staff do not see the name, else null. 0: there is none yet,
 * because neither a snapshot nor a registration has named the person.
 */
export const staffAlias = sql.fragment`CASE WHEN NOT ${isNamed} THEN coalesce((
  SELECT exercise_alias.alias
  FROM exercise_alias
  WHERE exercise_alias.course_id = known.course_id AND exercise_alias.exercise_id = known.exercise_id
    AND exercise_alias.user_id = own.user_id
), 0) END`

/** Those who handed in `known` know each other. */
export const noAlias: FragmentSqlToken = sql.fragment`NULL::integer`
