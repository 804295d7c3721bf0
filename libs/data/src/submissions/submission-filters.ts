import type { SubmissionRestriction, SubmissionState } from '@course-grading/domain'
import { sql, type FragmentSqlToken } from 'slonik'
import type { Source } from './submission-parts.ts'

/** Whether a grader's restriction admits the submission `known`, as `mayReadSubmission` decides it; null admits all. */
export function isAdmitted(source: Source, restriction: SubmissionRestriction | null): FragmentSqlToken {
  const { languages, courseLanguages, tags } = restriction ?? { languages: [], courseLanguages: [], tags: null }
  // A course's languages that are not the grader's: no others are kept from the grader, nor is one that is not known.
  const kept = sql.array(
    courseLanguages.filter((language) => !languages.includes(language)),
    'text',
  )
  return sql.fragment`coalesce(${source.language} <> ALL (${restriction === null ? sql.array([], 'text') : kept}), TRUE)
    AND (${tags === null} OR (
      SELECT TRUE
      FROM roster_student
      WHERE roster_student.course_id = known.course_id AND roster_student.user_id = ANY (own.ids)
        AND roster_student.tag_slugs && ${sql.array([...(tags ?? [])], 'text')}
      LIMIT 1
    ))`
}

/** Whether staff see the submission `known` in this state; null is every one. */
export function isInState(source: Source, state: SubmissionState | null): FragmentSqlToken {
  return sql.fragment`(${state}::text IS DISTINCT FROM 'waiting' OR ${source.mayWait})
    AND (${state}::text IS NULL OR ${source.state} = ${state}::text)`
}

/** Whether its submitters see the submission `known` in this state; null is every one. */
export function isShownInState(state: SubmissionState | null): FragmentSqlToken {
  return sql.fragment`(${state}::text IS NULL OR (${state}::text = 'released') = EXISTS (
    SELECT FROM student_visible_result WHERE student_visible_result.submission_id = known.submission_id
  ))`
}

/** Whether no newer submission of the exercise has submitters that include all of `known`. Fixtures are compared with fixtures. */
export function isLatest(source: Source): FragmentSqlToken {
  const isNewer = sql.fragment`newer.course_id = known.course_id AND newer.exercise_id = known.exercise_id
    AND (newer.submitted_at, newer.submission_id) > (known.submitted_at, known.submission_id)`
  return sql.fragment`(
    SELECT TRUE
    FROM submission_submitter AS common
    JOIN submission AS newer ON newer.submission_id = common.submission_id AND newer.fixture = ${source.fixture} AND ${isNewer}
    WHERE common.user_id = own.ids[1] AND own.ids <@ ARRAY(
        SELECT submission_submitter.user_id
        FROM submission_submitter
        WHERE submission_submitter.submission_id = newer.submission_id
      )
    LIMIT 1
  ) IS NULL AND (${source.fixture} OR (
    SELECT TRUE
    FROM snapshot_submitter AS common
    JOIN snapshot_submission AS newer ON newer.course_id = common.course_id AND newer.submission_id = common.submission_id
      AND ${isNewer}
    WHERE common.course_id = known.course_id AND common.user_id = own.ids[1]
      AND (SELECT submission.submission_id FROM submission WHERE submission.submission_id = newer.submission_id) IS NULL
      AND own.ids <@ ARRAY(
        SELECT snapshot_submitter.user_id
        FROM snapshot_submitter
        WHERE snapshot_submitter.course_id = newer.course_id AND snapshot_submitter.submission_id = newer.submission_id
      )
    LIMIT 1
  ) IS NULL)`
}

/**
 * Whether readers are told who handed in the submission `known`; by its submitters nothing else is found. Nothing is anonymous yet: what
 * makes work anonymous until its release belongs here.
 */
export const isNamed = sql.fragment`TRUE`

/** Whether a submitter of `known` is found by all of these words. None find everybody. */
export function isFoundBy(patterns: readonly string[]): FragmentSqlToken {
  return sql.fragment`(${patterns.length === 0} OR (
    SELECT TRUE
    FROM roster_student
    WHERE roster_student.course_id = known.course_id AND roster_student.user_id = ANY (own.ids)
      AND roster_student.search_text LIKE ALL (${sql.array([...patterns], 'text')})
    LIMIT 1
  ) AND ${isNamed})`
}
