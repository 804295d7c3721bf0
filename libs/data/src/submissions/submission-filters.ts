import { uncountedStatuses } from '@course-grading/domain/delivery/uncounted-status'
import type { SubmissionState } from '@course-grading/domain/submissions/submission-state'
import { sql, type FragmentSqlToken } from 'slonik'
import { attemptsOfAll } from './attempts-of-all.ts'
import { isNamed } from './submission-names.ts'
import type { Reader } from './submission-parts.ts'
import type { Source } from './submission-sources.ts'
import { texts } from '../db/sql-arrays.ts'

/** Null allows all submissions. The students with the tags are read once. */
export function isTagged(source: Source, courseId: number, tags: readonly string[] | null): FragmentSqlToken {
  return sql.fragment`(${tags === null} OR ${source.hasSubmitter(sql.fragment`IN (
    SELECT present_student.user_id
    FROM present_student
    WHERE present_student.course_id = ${courseId}::bigint AND present_student.tag_slugs && ${texts(tags ?? [])}
  )`)})`
}

/** Whether staff see the submission `known` in this state; null for any state. */
export function isInState(source: Source, state: SubmissionState | null): FragmentSqlToken {
  return sql.fragment`(${state}::text IS DISTINCT FROM 'waiting' OR ${source.mayWait})
    AND (${state}::text IS NULL OR ${source.state} = ${state}::text)`
}

/** Whether submitters see their submission `known` in this state; null for any state. */
export function isShownInState(state: SubmissionState | null): FragmentSqlToken {
  return sql.fragment`(${state}::text IS NULL OR (${state}::text = 'released') = ((
    SELECT TRUE FROM student_visible_result WHERE student_visible_result.submission_id = known.submission_id LIMIT 1
  ) IS NOT NULL))`
}

/** Whether no newer counted submission of the exercise that is not gone has all submitters; fixtures are compared with fixtures. */
export function isLatest(source: Source): FragmentSqlToken {
  const isNewer = sql.fragment`newer.course_id = known.course_id AND newer.exercise_id = known.exercise_id
    AND (newer.submitted_at, newer.submission_id) > (known.submitted_at, known.submission_id)`
  // The newer ones are counted, since for the first one alone the planner would read a table from its beginning.
  const people = {
    courseId: sql.fragment`known.course_id`,
    exerciseId: sql.fragment`known.exercise_id`,
    fixture: source.fixture,
    ids: sql.fragment`own.ids`,
  }
  return sql.fragment`(
    SELECT count(*)
    FROM ${attemptsOfAll(people)} AND (attempt.submitted_at, attempt.submission_id) > (known.submitted_at, known.submission_id)
  ) = 0 AND (${source.fixture} OR (
    SELECT count(*)
    FROM snapshot_submitter AS common
    CROSS JOIN LATERAL (
      SELECT newer.submission_id, newer.course_id, newer.exercise_id, newer.submitted_at, newer.status
      FROM snapshot_submission AS newer
      WHERE newer.course_id = common.course_id AND newer.submission_id = common.submission_id
      LIMIT 1
    ) AS newer
    WHERE common.course_id = known.course_id AND common.user_id = own.ids[1]
      AND ${isNewer} AND newer.status <> ALL (${texts(uncountedStatuses)})
      AND (SELECT submission.submission_id FROM submission WHERE submission.submission_id = newer.submission_id) IS NULL
      AND own.ids <@ ARRAY(
        SELECT snapshot_submitter.user_id
        FROM snapshot_submitter
        WHERE snapshot_submitter.course_id = newer.course_id AND snapshot_submitter.submission_id = newer.submission_id
      )
  ) = 0)`
}

/** Whether the reader may see the submitters of the submission `known`. If not, they must not find it either. */
export function isNamedTo(reader: Reader): FragmentSqlToken {
  return reader === 'staff' ? isNamed : sql.fragment`TRUE`
}

/** Whether a submitter of the submission `known` matches all LIKE patterns, the longest first; true without patterns. */
export function isFoundBy(
  source: Source,
  reader: Reader,
  courseId: number,
  patterns: readonly string[],
): FragmentSqlToken {
  return sql.fragment`(${patterns.length === 0} OR ${isNamedTo(reader)} AND ${source.hasSubmitter(sql.fragment`IN (${peopleFoundBy(courseId, patterns)})`)})`
}

/** People on the roster who match all LIKE patterns, the first by an index. */
export function peopleFoundBy(courseId: number, [longest = '', ...others]: readonly string[]): FragmentSqlToken {
  return sql.fragment`
    SELECT roster_student.user_id
    FROM roster_student
    WHERE roster_student.course_id = ${courseId}::bigint AND roster_student.search_text LIKE ${longest}
      AND roster_student.search_text LIKE ALL (${texts(others)})`
}
