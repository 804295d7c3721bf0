import type { RubricState } from '@course-grading/domain/rubrics/rubric-document'
import { sql } from 'slonik'
import Type, { type Static } from 'typebox'
import type { Db } from '../db/db.ts'
import { nullable, read } from '../db/row.ts'

export interface CoursePair {
  readonly fromCourseId: number
  readonly courseId: number
}

const rubricToCopy = Type.Object({
  rubricId: Type.String(),
  state: Type.Unsafe<RubricState>({ type: 'string' }),
  isCopied: Type.Boolean(),
  /** Whether the rubric has been published again since the copy, with another structure or other words. */
  isNewerThanCopy: Type.Boolean(),
  /** The latest version and wording; null before the first. */
  version: nullable(Type.Integer()),
  wording: nullable(Type.Integer()),
  /** Exact JSON text of the latest version; null if not published, or copied already, or if texts before it filled `maxBytes`. */
  document: nullable(Type.String()),
})
type RubricToCopy = Static<typeof rubricToCopy>

const snippetToCopy = Type.Object({
  snippetId: Type.String(),
  isCopied: Type.Boolean(),
  exerciseId: nullable(Type.Integer()),
  criterionId: nullable(Type.String()),
  label: Type.String(),
  points: nullable(Type.Number()),
  /** JSON text by language. Null if the snippet is copied already, or if the texts before it filled `maxBytes`. */
  text: nullable(Type.String()),
})
type SnippetToCopy = Static<typeof snippetToCopy>

/** How many rubrics of a course one request considers. The next request continues after those that were copied. */
const maxRubrics = 2_000

/** The rubrics of a course, first those that can be copied. */
export async function listRubricsToCopy(
  db: Db,
  { fromCourseId, courseId }: CoursePair,
  maxBytes: number,
): Promise<readonly RubricToCopy[]> {
  return await db.any(read('listRubricsToCopy', rubricToCopy)`
    WITH source AS (
      SELECT rubric.rubric_id, rubric.state, copied.is_copied, rubric.latest_version, rubric.latest_wording,
        coalesce((rubric.latest_version, rubric.latest_wording) > (copy.source_version, copy.source_wording), FALSE) AS is_newer_than_copy
      FROM rubric
      LEFT JOIN grading_copy AS copy ON copy.course_id = ${courseId}::bigint AND copy.source_id = rubric.rubric_id
      CROSS JOIN LATERAL (SELECT copy.copy_id IS NOT NULL) AS copied (is_copied)
      WHERE rubric.course_id = ${fromCourseId}::bigint
      ORDER BY rubric.state <> 'published' OR copied.is_copied, rubric.rubric_id
      LIMIT ${maxRubrics}::integer
    ),
    measured AS (
      SELECT source.rubric_id, source.state, source.is_copied, source.is_newer_than_copy, source.latest_version, source.latest_wording,
        latest.document,
        sum(octet_length(latest.document::text)) OVER (ORDER BY source.rubric_id) AS bytes
      FROM source
      LEFT JOIN rubric_version AS latest
        ON latest.rubric_id = source.rubric_id AND latest.version = source.latest_version AND latest.wording = source.latest_wording
          AND source.state = 'published' AND NOT source.is_copied
    )
    SELECT measured.rubric_id, measured.state, measured.is_copied, measured.is_newer_than_copy,
      measured.latest_version AS version, measured.latest_wording AS wording,
      CASE WHEN measured.bytes <= ${maxBytes}::integer THEN measured.document::text END AS document
    FROM measured
    ORDER BY measured.rubric_id
  `)
}

/** The snippets of a course, without the personal ones and without those that were retired. */
export async function listSnippetsToCopy(
  db: Db,
  { fromCourseId, courseId }: CoursePair,
  maxBytes: number,
): Promise<readonly SnippetToCopy[]> {
  return await db.any(read('listSnippetsToCopy', snippetToCopy)`
    WITH measured AS (
      SELECT snippet.snippet_id, snippet.exercise_id, snippet.criterion_id, snippet.label, snippet.points, snippet.text, copied.is_copied,
        sum(CASE WHEN copied.is_copied THEN 0 ELSE octet_length(snippet.text::text) END) OVER (ORDER BY snippet.snippet_id) AS bytes
      FROM snippet
      CROSS JOIN LATERAL (SELECT ${isCopied(courseId, sql.fragment`snippet.snippet_id`)}) AS copied (is_copied)
      WHERE snippet.course_id = ${fromCourseId}::bigint AND snippet.bank = 0 AND snippet.retired_at IS NULL
    )
    SELECT measured.snippet_id, measured.is_copied, measured.exercise_id,
      measured.criterion_id, measured.label, measured.points::float8,
      CASE WHEN NOT measured.is_copied AND measured.bytes <= ${maxBytes}::integer THEN measured.text::text END AS text
    FROM measured
    ORDER BY measured.snippet_id
  `)
}

const isCopied = (courseId: number, sourceId: ReturnType<typeof sql.fragment>) => sql.fragment`
  EXISTS (
    SELECT FROM grading_copy WHERE grading_copy.course_id = ${courseId}::bigint AND grading_copy.source_id = ${sourceId}
  )`
