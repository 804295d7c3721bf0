import { sql } from 'slonik'
import Type, { type Static } from 'typebox'
import type { Db } from '../db/db.ts'
import { accessColumns, courseAccess, type CourseAccess } from '../courses/course-access-queries.ts'
import { json, nullable, statement } from '../db/row.ts'
import { type FileSettings, fileSettings, isHidden, rowColumns, rowParts } from './submission-parts.ts'
import { isListed, unregistered } from './submission-sources.ts'
import { listedSubmission, submissionRow, type ListedSubmission } from './submission-rows.ts'

/**
 * A submission as staff see it, with the data that decides who may read and claim it. `mayClaim` is false, since no claimer is
 * given.
 */
export interface FoundSubmission extends Omit<ListedSubmission, 'submitters'> {
  /** Submitters, ordered by user id, or by alias. A submitter who is not on the roster has no name and no tags. */
  readonly submitters: readonly (ListedSubmission['submitters'][number] & { readonly tagSlugs: readonly string[] })[]
  /** What the course's settings say about files; null while the course is not configured. */
  readonly fileSettings: FileSettings | null
  readonly isListed: boolean
  /** By the database's clock: what is read upstream afterwards is newer than what is stored. */
  readonly foundAt: string
  /** Whether the exercise is hidden from students, by the snapshot. */
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
  tags: Type.Record(Type.String(), Type.Array(Type.String())),
  fileSettings: json<FileSettings>(),
  isListed: Type.Boolean(),
  foundAt: Type.String(),
  isHidden: Type.Boolean(),
  visibleResultId: nullable(Type.String()),
  visiblePoints: nullable(Type.Number()),
  visibleMaxPoints: nullable(Type.Number()),
})
type FoundRow = Static<typeof foundRow>

/** Made once, since nothing in it depends on the submission. */
const rowOfChosen = sql.fragment`
  SELECT ${rowColumns('staff', null)},
    (
      SELECT coalesce(json_object_agg(present_student.user_id, present_student.tag_slugs), '{}')
      FROM present_student
      WHERE present_student.course_id = known.course_id AND present_student.user_id = ANY (known.ids)
    ) AS tags,
    ${fileSettings} AS file_settings, ${isListed} AS is_listed, clock_timestamp() AS found_at, ${isHidden} AS is_hidden, visible.result_id AS visible_result_id,
    visible.points::float8 AS visible_points, visible.max_points::float8 AS visible_max_points, ${accessColumns}
  ${rowParts('staff')}
  CROSS JOIN asked
  LEFT JOIN LATERAL (
    SELECT student_visible_result.result_id, student_visible_result.points, student_visible_result.max_points
    FROM student_visible_result
    WHERE student_visible_result.submission_id = known.submission_id
    LIMIT 1
  ) AS visible ON TRUE
  JOIN course_settings ON course_settings.course_id = known.course_id
  LEFT JOIN course_snapshot ON course_snapshot.course_id = known.course_id`

/**
 * Finds a submission that was registered, or that the snapshot of a course has, and a person's part in its course. If the snapshots of
 * several courses have it, the course that grades the exercise by hand counts.
 */
export async function findSubmission(
  db: Db,
  { submissionId, userId }: { readonly submissionId: number; readonly userId: number },
): Promise<SubmissionForPerson | null> {
  const row = await db.maybeOne(statement('findSubmission', foundRow)`
    WITH chosen AS MATERIALIZED (
      SELECT submission.course_id, submission.submission_id, TRUE AS is_registered
      FROM submission
      WHERE submission.submission_id = ${submissionId}::bigint
      UNION ALL
      (
        SELECT known.course_id, known.submission_id, FALSE AS is_registered
        FROM snapshot_submission AS known
        WHERE known.submission_id = ${submissionId}::bigint AND ${unregistered.counts}
        ORDER BY ${isListed} DESC, known.course_id
        LIMIT 1
      )
    ),
    asked AS (SELECT ${userId}::bigint AS user_id)
    ${rowOfChosen}
  `)
  if (row === null) return null
  return { submission: foundSubmission(row), access: accessOf(row) }
}

function foundSubmission(row: FoundRow): FoundSubmission {
  const { visibleResultId: resultId, visiblePoints: points, visibleMaxPoints: maxPoints } = row
  const found = listedSubmission(row)
  return {
    ...found,
    submitters: found.submitters.map((person) => ({ ...person, tagSlugs: row.tags[person.userId] ?? [] })),
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
    hasRoster: row.hasRoster,
    onRoster: row.onRoster,
    students: row.students,
  }
}
