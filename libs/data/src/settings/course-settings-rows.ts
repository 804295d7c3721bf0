import { sql, type FragmentSqlToken } from 'slonik'
import type { SettingsWrite, StoredTag } from './settings-write.ts'
import { bigints, texts } from '../db/sql-arrays.ts'

/** Reads `doc (document json, content jsonb)` and `written (course_id)`, empty when refused. The automation API may not write tags. */
export function tagRows(tags: readonly StoredTag[]): FragmentSqlToken {
  const slugs = texts(tags.map((tag) => tag.slug))
  const upstreamIds = bigints(tags.map((tag) => tag.upstreamId))
  const gone = sql.array(
    tags.map((tag) => tag.gone),
    'bool',
  )
  return sql.fragment`
  tag AS (
    SELECT written.course_id, item.position, item.value, item.value ->> 'slug' AS slug,
      known.upstream_tag_id, coalesce(known.gone, FALSE) AS gone
    FROM written CROSS JOIN doc
    CROSS JOIN jsonb_array_elements(doc.content -> 'tags') WITH ORDINALITY AS item (value, position)
    LEFT JOIN unnest(${slugs}, ${upstreamIds}, ${gone}) AS known (slug, upstream_tag_id, gone)
      ON known.slug = item.value ->> 'slug'
  ),
  tag_gone AS (
    DELETE FROM course_tag USING written
    WHERE course_tag.course_id = written.course_id
      AND NOT EXISTS (SELECT FROM tag WHERE tag.slug = course_tag.slug)
  ),
  tag_new AS (
    INSERT INTO course_tag (course_id, slug, position, name, description, color, font_white, upstream_tag_id, gone)
    SELECT tag.course_id, tag.slug, tag.position, tag.value ->> 'name', tag.value ->> 'description', tag.value ->> 'color',
      (tag.value ->> 'fontWhite')::boolean, tag.upstream_tag_id, tag.gone
    FROM tag
    ON CONFLICT (course_id, slug) DO UPDATE
    SET position = EXCLUDED.position, name = EXCLUDED.name, description = EXCLUDED.description, color = EXCLUDED.color,
      font_white = EXCLUDED.font_white, upstream_tag_id = EXCLUDED.upstream_tag_id, gone = EXCLUDED.gone
  )`
}

/** Parses the document once: json keeps its bytes, jsonb gives its members. */
export function documentOf(write: SettingsWrite): FragmentSqlToken {
  return sql.fragment`
  doc AS (
    SELECT given.document::json, given.document::jsonb AS content
    FROM (VALUES (${write.document}::text)) AS given (document)
  )`
}

/** The exercises that the document claims, as a common table expression that reads `doc`. */
export const wantedExercises = sql.fragment`
  wanted AS (
    SELECT item.id::bigint AS exercise_id
    FROM doc CROSS JOIN jsonb_array_elements_text(doc.content -> 'manualGradingExercises') AS item (id)
  )
`

/** Reads `previous (document, revision)`, one row; its document is null for a new course. */
export function historyRow(write: SettingsWrite): FragmentSqlToken {
  return sql.fragment`
  history AS (
    INSERT INTO course_settings_revision (course_id, revision, at, user_id, boundary, operation, before, after)
    -- Not now(): that is when the transaction began, and it may have waited for the writer before it.
    SELECT written.course_id, previous.revision + 1, clock_timestamp(), ${write.userId}::bigint, ${write.boundary}, ${write.operation},
      previous.document, doc.document
    FROM written CROSS JOIN previous CROSS JOIN doc
  )`
}
