import { sql, type FragmentSqlToken } from 'slonik'

/** The maximum of an exercise as it was told last; null if it never was. No argument may be a subquery. */
export const presentMaxPoints = (courseId: FragmentSqlToken, exerciseId: FragmentSqlToken): FragmentSqlToken =>
  sql.fragment`(SELECT present.max_points FROM present_max_points(${courseId}, ${exerciseId}) AS present)`

/** `UpstreamFacts` of a result; null without one. No argument may be a subquery. */
export const upstreamFacts = (
  of: Readonly<Record<'courseId' | 'exerciseId' | 'submissionId' | 'resultId', FragmentSqlToken>>,
): FragmentSqlToken => sql.fragment`(
    SELECT upstream.facts
    FROM upstream_facts(${of.courseId}, ${of.exerciseId}, ${of.submissionId}, ${of.resultId}) AS upstream
    WHERE ${of.resultId} IS NOT NULL
  )`
