import { type FragmentSqlToken, sql } from 'slonik'
import { isForLanguages } from '../submissions/is-for-languages.ts'
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

/** After FROM: documents about `student`, or of work of theirs named to staff. Tags concern the former: a grader may read the latter with the work. */
export function documentsOfStudent({
  languages,
  courseLanguages,
  tags,
  seesAnonymous = false,
}: DocumentRestriction): FragmentSqlToken {
  return sql.fragment`documents_of(student.course_id, student.user_id) AS document
    WHERE (${seesAnonymous} OR document.is_named)
      AND (${tags === null} OR document.assessment_id IS NOT NULL OR student.tag_slugs && ${texts(tags ?? [])})
      AND ${isForLanguages(sql.fragment`document.language`, languages === null ? null : { languages, courseLanguages })}`
}

/** When the document was published last; for a document of a submission, its latest release. */
export const publishedAt = sql.fragment`coalesce(document.published_at, (
  SELECT max(completed_result.released_at)
  FROM completed_result
  WHERE completed_result.assessment_id = document.assessment_id
))`
