import { sql, type FragmentSqlToken } from 'slonik'

/** True if the exercise is not anonymous, or a result is released. Only then is `known` found by, and shown with, its submitters. */
export const isNamed = sql.fragment`(
  NOT coalesce((
    SELECT exercise_grading.anonymous
    FROM exercise_grading
    WHERE exercise_grading.course_id = known.course_id AND exercise_grading.exercise_id = known.exercise_id
  ), FALSE)
  OR (
    SELECT TRUE
    FROM completed_result
    WHERE completed_result.submission_id = known.submission_id AND completed_result.released_at IS NOT NULL
    LIMIT 1
  ) IS NOT NULL
)`

/** Names of one and aliases of the other would tell who is behind them: nothing may connect the two. `other` follows FROM. */
export const isNamedUnlike = (other: FragmentSqlToken): FragmentSqlToken =>
  sql.fragment`${isNamed} <> (SELECT ${isNamed} FROM ${other} AS known)`

/** The submission that supersedes `known`, where staff may know it. */
export const shownSupersededBy = sql.fragment`CASE WHEN NOT ${isNamedUnlike(sql.fragment`(
  SELECT submission.course_id, submission.exercise_id, submission.submission_id
  FROM submission
  WHERE submission.submission_id = known.superseded_by
)`)} THEN known.superseded_by END`

/** Alias of `own.user_id` in the exercise of `known`, null where staff see the name, 0 until the person is named anywhere. */
export const staffAlias = sql.fragment`CASE WHEN NOT ${isNamed} THEN coalesce((
  SELECT exercise_alias.alias
  FROM exercise_alias
  WHERE exercise_alias.course_id = known.course_id AND exercise_alias.exercise_id = known.exercise_id
    AND exercise_alias.user_id = own.user_id
), 0) END`

/**
 * The people `ids` as a JSON list, named as the roster of the course of `known` does, with `alias` of `own.user_id`. Those with aliases are
 * ordered by these, since an order by user id would reveal something about them. Names are looked up one by one: a join would read the
 * whole roster for a row.
 */
export const namedPeople = (ids: FragmentSqlToken, alias: FragmentSqlToken): FragmentSqlToken => sql.fragment`(
  SELECT coalesce(json_agg(json_build_object(
    'userId', own.user_id,
    'fullName', (
      SELECT roster_student.full_name
      FROM roster_student
      WHERE roster_student.course_id = known.course_id AND roster_student.user_id = own.user_id
    ),
    'alias', own.alias
  ) ORDER BY own.alias, own.user_id), '[]')
  FROM (SELECT own.user_id, ${alias} AS alias FROM unnest(${ids}) AS own (user_id)) AS own
)`

/** Those who handed in `known` know each other. */
export const noAlias: FragmentSqlToken = sql.fragment`NULL::integer`
