import { searchWords } from '@course-grading/domain/students/searchable-text'
import Type, { type Static } from 'typebox'
import type { Db } from '../db/db.ts'
import { containing } from '../db/like-pattern.ts'
import { nullable, read } from '../db/row.ts'
import { texts } from '../db/sql-arrays.ts'
import { documentsOfStudent, publishedAt } from './documents-of-student.ts'

const row = Type.Object({
  userId: Type.Integer(),
  fullName: Type.String(),
  tagSlugs: Type.Array(Type.String()),
  draft: Type.Integer(),
  published: Type.Integer(),
  withdrawn: Type.Integer(),
  lastChangedAt: nullable(Type.String()),
  unread: Type.Integer(),
})
type ListedFeedbackStudent = Static<typeof row>

interface FeedbackStudentQuery {
  readonly courseId: number
  /** `none`: students without any document. */
  readonly state: 'none' | 'draft' | 'published' | 'withdrawn' | null
  readonly tag: string | null
  readonly q: string | null
  readonly visibleTo: readonly string[] | null
  /** Languages of the documents that count; one in no language of the course counts for everybody. Null selects all. */
  readonly languages: readonly string[] | null
  readonly courseLanguages: readonly string[]
  readonly after: number | null
  readonly limit: number
}

/** Students with the documents about them and about what they handed in, by user id. */
export async function selectFeedbackStudents(
  db: Db,
  query: FeedbackStudentQuery,
): Promise<readonly ListedFeedbackStudent[]> {
  const { courseId, state, tag, visibleTo, languages, courseLanguages, after, limit } = query
  const words = query.q === null ? [] : searchWords(query.q)
  return await db.any(read('listFeedbackStudents', row)`
    SELECT student.user_id, student.full_name, student.tag_slugs,
      own.draft, own.published, own.withdrawn, own.changed_at AS last_changed_at, own.unread
    FROM present_student AS student
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE document.state = 'draft') AS draft,
        count(*) FILTER (WHERE document.state = 'published') AS published,
        count(*) FILTER (WHERE document.state = 'withdrawn') AS withdrawn, max(document.updated_at) AS changed_at,
        count(*) FILTER (WHERE document.state = 'published' AND NOT EXISTS (
          SELECT
          FROM feedback_read
          WHERE feedback_read.feedback_id = document.id AND feedback_read.user_id = student.user_id
            AND feedback_read.read_at >= ${publishedAt}
        )) AS unread
      FROM ${documentsOfStudent({ languages, courseLanguages, tags: null })}
    ) AS own
    WHERE student.course_id = ${courseId}::bigint AND student.user_id > ${after ?? 0}::bigint
      AND student.tag_slugs @> ${texts(tag === null ? [] : [tag])}
      AND (${visibleTo === null} OR student.tag_slugs && ${texts(visibleTo ?? [])})
      AND student.search_text LIKE ALL (${texts(words.map(containing))})
      AND CASE ${state}
        WHEN 'none' THEN own.draft + own.published + own.withdrawn = 0
        WHEN 'draft' THEN own.draft > 0
        WHEN 'published' THEN own.published > 0
        WHEN 'withdrawn' THEN own.withdrawn > 0
        ELSE TRUE
      END
    ORDER BY student.user_id
    LIMIT ${limit}::integer
  `)
}
