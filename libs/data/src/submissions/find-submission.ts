import { sql } from 'slonik'
import Type from 'typebox'
import type { Db } from '../db.ts'
import { jsonReader } from '../json-reader.ts'
import { nullable, statement } from '../row.ts'
import { isHidden, isListed, rowColumns, rowParts, unregistered } from './submission-parts.ts'
import { listedSubmission, submissionRow, type ListedSubmission } from './submission-rows.ts'

/**
 * A submission as staff see it, with the data that decides who may read and claim it. `mayClaim` is false, since no claimer is
 * given.
 */
export interface FoundSubmission extends Omit<ListedSubmission, 'submitters'> {
  /** Submitters, ordered by user id, or by alias. A submitter who is not on the roster has no name and no tags. */
  readonly submitters: readonly (ListedSubmission['submitters'][number] & { readonly tagSlugs: readonly string[] })[]
  /** Languages of the course's settings, in alphabetical order. */
  readonly courseLanguages: readonly string[]
  /** Whether the course grades the exercise by hand now. */
  readonly isListed: boolean
  /** Whether the exercise's module is hidden from students, by the snapshot. */
  readonly isHidden: boolean
  /** The result that submitters may see; null if there is none. */
  readonly visible: { readonly resultId: string; readonly points: number; readonly maxPoints: number } | null
}

const find = statement(
  'findSubmission',
  Type.Object({
    ...submissionRow.properties,
    tags: Type.String(),
    courseLanguages: Type.Array(Type.String()),
    isListed: Type.Boolean(),
    isHidden: Type.Boolean(),
    visibleResultId: nullable(Type.String()),
    visiblePoints: nullable(Type.Number()),
    visibleMaxPoints: nullable(Type.Number()),
  }),
)
const readTags = jsonReader('findSubmission', Type.Record(Type.String(), Type.Array(Type.String())))

/** Made once, since nothing in it depends on the submission. */
const rowOfChosen = sql.fragment`
  SELECT ${rowColumns('staff', null)},
    (
      SELECT coalesce(json_object_agg(roster_student.user_id, roster_student.tag_slugs), '{}')::text
      FROM roster_student
      WHERE roster_student.course_id = known.course_id AND roster_student.user_id = ANY (known.ids)
    ) AS tags,
    ARRAY(
      SELECT course_language.language
      FROM course_language
      WHERE course_language.course_id = known.course_id
      ORDER BY course_language.language
    ) AS "courseLanguages",
    ${isListed} AS "isListed", ${isHidden} AS "isHidden", visible.result_id AS "visibleResultId",
    visible.points::float8 AS "visiblePoints", visible.max_points::float8 AS "visibleMaxPoints"
  ${rowParts('staff')}
  LEFT JOIN student_visible_result AS visible ON visible.submission_id = known.submission_id`

/**
 * Finds a submission that was registered, or that the snapshot of a course has; null for any other. If the snapshots of several courses
 * have it, the course that grades the exercise by hand counts. One statement.
 */
export async function findSubmission(db: Db, submissionId: number): Promise<FoundSubmission | null> {
  const row = await db.maybeOne(find`
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
    )
    ${rowOfChosen}
  `)
  if (row === null) return null
  const { tags, courseLanguages, isListed: listed, isHidden: hidden, ...rest } = row
  const { visibleResultId: resultId, visiblePoints: points, visibleMaxPoints: maxPoints, ...submission } = rest
  const tagsOf = readTags(tags)
  const found = listedSubmission(submission)
  return {
    ...found,
    submitters: found.submitters.map((person) => ({ ...person, tagSlugs: tagsOf[person.userId] ?? [] })),
    courseLanguages,
    isListed: listed,
    isHidden: hidden,
    visible: resultId === null || points === null || maxPoints === null ? null : { resultId, points, maxPoints },
  }
}
