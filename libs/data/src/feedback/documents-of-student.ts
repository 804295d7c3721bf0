import { type FragmentSqlToken, sql } from 'slonik'
import { isForLanguages } from '../submissions/is-for-languages.ts'
import { isNamed } from '../submissions/submission-names.ts'
import { fromWorkOf, registered } from '../submissions/submission-sources.ts'
import { texts } from '../db/sql-arrays.ts'

export interface DocumentRestriction {
  /** Null for all. A document in no language of the course counts for everybody. */
  readonly languages: readonly string[] | null
  readonly courseLanguages: readonly string[]
  /** A student must have one of them; null for no restriction. */
  readonly tags: readonly string[] | null
  /** Whether documents of anonymous work are included, whose submitters staff do not see otherwise. */
  readonly seesAnonymous?: boolean
}

export const anyDocument: DocumentRestriction = { languages: null, courseLanguages: [], tags: null }

/** Documents about a student or named work of theirs, as a query of `id, state, updated_at, published_at, assessment_id`. */
export function documentsOfStudent({
  languages,
  courseLanguages,
  tags,
  seesAnonymous = false,
}: DocumentRestriction): FragmentSqlToken {
  return sql.fragment`
    SELECT document.id, document.state, document.updated_at, document.published_at, document.assessment_id
    FROM (
      SELECT feedback.id, feedback.state, feedback.updated_at, feedback.published_at, feedback.assessment_id, feedback.language
      FROM feedback
      WHERE feedback.course_id = student.course_id AND feedback.user_id = student.user_id
        AND (${tags === null} OR student.tag_slugs && ${texts(tags ?? [])})
      UNION ALL
      SELECT feedback.id, feedback.state, feedback.updated_at, feedback.published_at, feedback.assessment_id, known.language
      FROM ${fromWorkOf(registered, sql.fragment`student.course_id`, sql.fragment`student.user_id`)}
      CROSS JOIN LATERAL (
        SELECT feedback.id, feedback.state, feedback.updated_at, feedback.published_at, feedback.assessment_id
        FROM feedback
        WHERE feedback.submission_id = known.submission_id
        OFFSET 0
      ) AS feedback
      WHERE ${seesAnonymous} OR ${isNamed}
    ) AS document
    WHERE ${isForLanguages(sql.fragment`document.language`, languages === null ? null : { languages, courseLanguages })}`
}

/** When the document was published last; for a document of a submission, its latest release. */
export const publishedAt = sql.fragment`coalesce(document.published_at, (
  SELECT max(completed_result.released_at)
  FROM completed_result
  WHERE completed_result.assessment_id = document.assessment_id
))`
