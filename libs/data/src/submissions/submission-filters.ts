import { uncountedStatuses } from '@course-grading/domain/delivery/uncounted-status'
import type { SubmissionState } from '@course-grading/domain/submissions/submission-state'
import { sql, type FragmentSqlToken } from 'slonik'
import { isNamed } from './submission-names.ts'
import type { Reader } from './submission-rows.ts'
import { isFound, keptApart, onlyChecked } from '../db/planner.ts'
import { texts } from '../db/sql-arrays.ts'

const hasSubmitter = (who: FragmentSqlToken): FragmentSqlToken =>
  isFound(
    sql.fragment`FROM unnest(known.submitter_ids) AS own (user_id) WHERE ${onlyChecked(sql.fragment`own.user_id ${who}`)}`,
  )

/** Null allows all submissions. The students with the tags are read once. */
export function isTagged(courseId: number, tags: readonly string[] | null): FragmentSqlToken {
  return sql.fragment`(${tags === null} OR ${hasSubmitter(sql.fragment`IN (
    SELECT tagged.user_id FROM students_with_tags(${courseId}::bigint, ${texts(tags ?? [])}) AS tagged
  )`)})`
}

/** Whether staff see that a submitter of the submission `known` has the tag; null for any. */
export const isTaggedWith = (courseId: number, tag: string | null): FragmentSqlToken =>
  sql.fragment`(${tag === null} OR ${isTagged(courseId, tag === null ? [] : [tag])} AND ${isNamed})`

/** Whether staff see the submission `known` in this state; null for any state. `in_queue` excludes most others before the state is asked. */
export function isInState(state: SubmissionState | null): FragmentSqlToken {
  return sql.fragment`(${state}::text IS DISTINCT FROM 'waiting' OR known.in_queue)
    AND (${state}::text IS NULL OR known.state = ${state}::text)`
}

export function isShownInState(state: SubmissionState | null): FragmentSqlToken {
  const isReleased = isFound(
    sql.fragment`FROM student_visible_result WHERE student_visible_result.submission_id = known.submission_id`,
  )
  return sql.fragment`(${state}::text IS NULL OR (${state}::text = 'released') = ${isReleased})`
}

/** Whether no newer counted submission of the exercise that is not gone has all submitters; fixtures are compared with fixtures. */
export const isLatest: FragmentSqlToken = sql.fragment`(
  SELECT count(*)
  -- Kept apart, the ids are no subquery, which cannot be an argument.
  FROM (SELECT known.submitter_ids ${keptApart}) AS own
  CROSS JOIN LATERAL (
    SELECT attempt.submitted_at, attempt.submission_id
    FROM attempts_of_all(known.course_id, known.exercise_id, known.fixture, own.submitter_ids) AS attempt
    UNION ALL
    SELECT attempt.submitted_at, attempt.submission_id
    FROM unregistered_attempts_of_all(known.course_id, known.exercise_id, own.submitter_ids, ${texts(uncountedStatuses)}) AS attempt
    WHERE NOT known.fixture
  ) AS newer
  -- Counted, since for the first one alone the planner would read a table from its beginning.
  WHERE (newer.submitted_at, newer.submission_id) > (known.submitted_at, known.submission_id)
) = 0`

/** Whether the reader may see the submitters of the submission `known`. If not, they must not find it either. */
export function isNamedTo(reader: Reader): FragmentSqlToken {
  return reader === 'staff' ? isNamed : sql.fragment`TRUE`
}

/** Whether a submitter of the submission `known` matches all LIKE patterns, the longest first; true without patterns. */
export function isFoundBy(reader: Reader, courseId: number, patterns: readonly string[]): FragmentSqlToken {
  return sql.fragment`(${patterns.length === 0} OR ${isNamedTo(reader)} AND ${hasSubmitter(sql.fragment`IN (${peopleFoundBy(courseId, patterns)})`)})`
}

/** People on the roster who match all LIKE patterns, the first by an index. */
export function peopleFoundBy(courseId: number, [longest = '', ...others]: readonly string[]): FragmentSqlToken {
  return sql.fragment`
    SELECT roster_student.user_id
    FROM roster_student
    WHERE roster_student.course_id = ${courseId}::bigint AND roster_student.search_text LIKE ${longest}
      AND roster_student.search_text LIKE ALL (${texts(others)})`
}
