import type { CourseSettings } from '@course-grading/domain/settings/course-settings'
import { sql } from 'slonik'
import Type, { type Static } from 'typebox'
import type { Db } from '../db/db.ts'
import { accessColumns, courseAccess, type CourseAccess } from '../courses/course-access-queries.ts'
import { json, nullable, read } from '../db/row.ts'
import { isHidden, isListed } from './exercise-conditions.ts'
import { allColumns, listedSubmission, rowsOfChosen, submissionRow, type ListedSubmission } from './submission-rows.ts'

export type FileSettings = Pick<CourseSettings, 'highlightLanguages' | 'templates'>

export const fileSettings = sql.fragment`json_build_object(
  'highlightLanguages', course_settings.document -> 'highlightLanguages',
  'templates', course_settings.document -> 'templates'
)`

/** As staff see it, with what decides who may read and claim it. `mayClaim` is false, since no claimer is given. */
export interface FoundSubmission extends ListedSubmission {
  /** What the course's settings say about files; null while the course is not configured. */
  readonly fileSettings: FileSettings | null
  readonly isListed: boolean
  /** By the database's clock: what is read upstream afterwards is newer than what is stored. */
  readonly foundAt: string
  readonly isHidden: boolean
  /** The result that submitters may see; null if there is none. */
  readonly visible: { readonly resultId: string; readonly points: number; readonly maxPoints: number } | null
}

interface SubmissionForPerson {
  readonly submission: FoundSubmission
  readonly access: CourseAccess
}

const foundRow = Type.Object({
  ...courseAccess.properties,
  ...submissionRow.properties,
  fileSettings: json<FileSettings>(),
  isListed: Type.Boolean(),
  foundAt: Type.String(),
  isHidden: Type.Boolean(),
  visibleResultId: nullable(Type.String()),
  visiblePoints: nullable(Type.Number()),
  visibleMaxPoints: nullable(Type.Number()),
})
type FoundRow = Static<typeof foundRow>

const columns = sql.fragment`${allColumns}, ${fileSettings} AS file_settings, ${isListed} AS is_listed, clock_timestamp() AS found_at,
  ${isHidden} AS is_hidden, visible.result_id AS visible_result_id, visible.points::float8 AS visible_points,
  visible.max_points::float8 AS visible_max_points, ${accessColumns}`

/** Registered, or in a snapshot: of several courses', that of the one that grades the exercise by hand. With a person's part in its course. */
export async function findSubmission(
  db: Db,
  { submissionId, userId }: { readonly submissionId: number; readonly userId: number },
): Promise<SubmissionForPerson | null> {
  const row = await db.maybeOne(read('findSubmission', foundRow)`
    WITH chosen AS MATERIALIZED (
      SELECT known.course_id, known.submission_id, known.is_registered
      FROM known_submission AS known
      WHERE known.submission_id = ${submissionId}::bigint AND known.counts
      ORDER BY known.is_registered DESC, known.is_listed DESC, known.course_id
      LIMIT 1
    ),
    asked AS (SELECT ${userId}::bigint AS user_id)
    ${rowsOfChosen('staff', columns)}
    CROSS JOIN asked
    LEFT JOIN LATERAL (
      SELECT student_visible_result.result_id, student_visible_result.points, student_visible_result.max_points
      FROM student_visible_result
      WHERE student_visible_result.submission_id = known.submission_id
      LIMIT 1
    ) AS visible ON TRUE
    JOIN course_settings ON course_settings.course_id = known.course_id
    LEFT JOIN course_snapshot ON course_snapshot.course_id = known.course_id
  `)
  if (row === null) return null
  return { submission: foundSubmission(row), access: accessOf(row) }
}

function foundSubmission(row: FoundRow): FoundSubmission {
  const { visibleResultId: resultId, visiblePoints: points, visibleMaxPoints: maxPoints } = row
  return {
    ...listedSubmission(row, null),
    fileSettings: row.fileSettings,
    isListed: row.isListed,
    foundAt: row.foundAt,
    isHidden: row.isHidden,
    visible: resultId === null || points === null || maxPoints === null ? null : { resultId, points, maxPoints },
  }
}

function accessOf(row: FoundRow): CourseAccess {
  return {
    courseId: row.courseId,
    slug: row.slug,
    name: row.name,
    languages: row.languages,
    graderEntry: row.graderEntry,
    takenAt: row.takenAt,
    snapshotAgeS: row.snapshotAgeS,
    visible: row.visible,
    listed: row.listed,
    hasRoster: row.hasRoster,
    onRoster: row.onRoster,
    students: row.students,
  }
}
