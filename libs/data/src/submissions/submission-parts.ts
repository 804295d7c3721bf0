import type { CourseSettings } from '@course-grading/domain/settings/course-settings'
import type { SubmissionRestriction } from '@course-grading/domain/submissions/may-read-submission'
import { sql, type FragmentSqlToken } from 'slonik'
import { isForLanguages } from './is-for-languages.ts'
import { lastShownUpstream, presentMaxPoints } from './known-upstream.ts'
import { staffNameOf } from '../db/staff-names.ts'
import { namedPeople, noAlias, staffAlias } from './submission-names.ts'
import { type Source, registered, unregistered } from './submission-sources.ts'
import { texts } from '../db/sql-arrays.ts'

/** Whether the exercise of the submission `known` is hidden from students; false without a snapshot. */
export const isHidden = sql.fragment`coalesce((
  SELECT TRUE
  FROM hidden_exercise
  WHERE hidden_exercise.course_id = known.course_id AND hidden_exercise.exercise_id = known.exercise_id
  LIMIT 1
), FALSE)`

export type FileSettings = Pick<CourseSettings, 'highlightLanguages' | 'templates'>

/** The `FileSettings` of a row of `course_settings`. */
export const fileSettings = sql.fragment`json_build_object(
  'highlightLanguages', course_settings.document -> 'highlightLanguages',
  'templates', course_settings.document -> 'templates'
)`

/**
 * Students see only the points and states in the view `student_visible_result`, and neither automatic points nor status and grade upstream.
 */
export type Reader = 'staff' | 'student'

/** Who may claim, where the reader may: what a teacher or a grader may grade. */
export interface SubmissionClaimer {
  readonly userId: number
  /** Null for everything. */
  readonly restriction: SubmissionRestriction | null
}

export function rowsOfChosen(reader: Reader, claimer: SubmissionClaimer | null): FragmentSqlToken {
  return sql.fragment`SELECT ${rowColumns(reader, claimer)} ${rowParts(reader)}`
}

export function rowColumns(reader: Reader, claimer: SubmissionClaimer | null): FragmentSqlToken {
  return sql.fragment`
    known.submission_id, known.course_id, known.exercise_id,
    known.submitted_at, known.attempt, known.language, ${parts[reader].columns},
    CASE WHEN NOT ${isOwnUnreleased(claimer)} THEN shown.points END::float8 AS points,
    CASE WHEN NOT ${isOwnUnreleased(claimer)} THEN begun.id END AS assessment_id,
    coalesce(shown.max_points, ${presentMaxPoints(sql.fragment`known.course_id`, sql.fragment`known.exercise_id`)})::float8 AS max_points,
    submitter.list AS submitters, ${mayClaim(claimer)} AS may_claim`
}

/**
 * Whether a grader handed in `known` and would learn from its points or its assessment what is not released. Teachers, who have no
 * restriction, see everything.
 */
function isOwnUnreleased(claimer: SubmissionClaimer | null): FragmentSqlToken {
  const isGrader = claimer !== null && claimer.restriction !== null
  return sql.fragment`(${isGrader} AND known.state <> 'released'
    AND (${claimer?.userId ?? null}::bigint = ANY (known.ids)) IS TRUE)`
}

/** Whether somebody may claim `known` now: it waits, or was begun before it was superseded; and it is not the claimer's own work. */
function mayClaim(claimer: SubmissionClaimer | null): FragmentSqlToken {
  const restriction = claimer?.restriction ?? null
  const tags = restriction?.tags ?? null
  return sql.fragment`(${claimer !== null}
    AND (known.state = 'waiting' OR known.state = 'superseded' AND begun.id IS NOT NULL)
    AND ${isForLanguages(sql.fragment`known.language`, restriction)}
    AND (${claimer?.userId ?? null}::bigint = ANY (known.ids)) IS NOT TRUE
    AND (${tags === null} OR EXISTS (
      SELECT FROM present_student
      WHERE present_student.course_id = known.course_id AND present_student.user_id = ANY (known.ids)
        AND present_student.tag_slugs && ${texts(tags ?? [])}
    )))`
}

/**
 * Joins each submission in `chosen (course_id, submission_id, is_registered)`, as `known`, with its submitters, what the learning platform
 * showed and its visible result. The caller sorts. LIMIT prevents joins of whole tables.
 */
export function rowParts(reader: Reader): FragmentSqlToken {
  return rowPartsOf[reader]
}

const partsJoined = ({ alias, upstream, shown, begun }: PartsOfReader) => sql.fragment`
    FROM chosen
    CROSS JOIN LATERAL ((${ofChosen(registered)}) UNION ALL (${ofChosen(unregistered)}) LIMIT 1) AS known
    CROSS JOIN LATERAL (SELECT ${namedPeople(sql.fragment`known.ids`, alias)} AS list) AS submitter
    LEFT JOIN LATERAL (${upstream}) AS upstream ON TRUE
    LEFT JOIN LATERAL (${shown} LIMIT 1) AS shown ON TRUE
    LEFT JOIN LATERAL (${begun} LIMIT 1) AS begun ON TRUE`

/** The submission of the row of `chosen`, if this source has it. */
export function ofChosen(source: Source): FragmentSqlToken {
  return sql.fragment`
    SELECT known.submission_id, known.course_id, known.exercise_id, known.submitted_at, ${source.language} AS language,
      ${source.state} AS state, ${source.registration}, own.ids
    FROM ${source.from}
    WHERE known.course_id = chosen.course_id AND known.submission_id = chosen.submission_id
      AND chosen.is_registered = ${source.isRegistered}`
}

interface PartsOfReader {
  readonly columns: FragmentSqlToken
  readonly upstream: FragmentSqlToken
  readonly shown: FragmentSqlToken
  readonly begun: FragmentSqlToken
  readonly alias: FragmentSqlToken
}

const parts: Readonly<Record<Reader, PartsOfReader>> = {
  staff: {
    alias: staffAlias,
    upstream: lastShownUpstream,
    columns: sql.fragment`known.state, known.gone, known.auto_points::float8, upstream.status AS upstream_status,
      upstream.grade::float8 AS upstream_grade, begun.grader_id, begun.holder_id,
      ${staffNameOf(sql.fragment`begun.grader_id`, sql.fragment`known.course_id`)} AS grader_name,
      ${staffNameOf(sql.fragment`begun.holder_id`, sql.fragment`known.course_id`)} AS holder_name,
      begun.lease_until AS lease_expires_at, begun.updated_at AS assessment_updated_at`,
    begun: sql.fragment`
      SELECT assessment.id, assessment.grader_id, assessment.holder_id, assessment.lease_until, assessment.updated_at
      FROM assessment
      WHERE assessment.submission_id = known.submission_id AND assessment.round = 1`,
    shown: sql.fragment`
      SELECT completed_result.points, completed_result.max_points
      FROM completed_result
      WHERE completed_result.submission_id = known.submission_id AND completed_result.withdrawn_at IS NULL`,
  },
  student: {
    alias: noAlias,
    upstream: sql.fragment`SELECT`,
    columns: sql.fragment`CASE WHEN shown.points IS NULL THEN 'submitted' ELSE 'released' END AS state, FALSE AS gone, NULL::float8 AS auto_points,
      NULL::text AS upstream_status, NULL::float8 AS upstream_grade, NULL::bigint AS grader_id,
      NULL::text AS grader_name, NULL::bigint AS holder_id, NULL::text AS holder_name, NULL::timestamptz AS lease_expires_at, NULL::timestamptz AS assessment_updated_at`,
    begun: sql.fragment`SELECT NULL::uuid AS id`,
    shown: sql.fragment`
      SELECT student_visible_result.points, student_visible_result.max_points
      FROM student_visible_result
      WHERE student_visible_result.submission_id = known.submission_id`,
  },
}

/** Made once, since Slonik searches the whole text of a fragment for placeholders wherever the fragment is put into another one. */
const rowPartsOf: Readonly<Record<Reader, FragmentSqlToken>> = {
  staff: partsJoined(parts.staff),
  student: partsJoined(parts.student),
}
