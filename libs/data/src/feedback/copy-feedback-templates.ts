import { sql } from 'slonik'
import Type from 'typebox'
import type { Tx } from '../db.ts'
import { statement } from '../row.ts'

const copy = statement('copyFeedbackTemplates', Type.Object({ languages: Type.Array(Type.String()) }))

/**
 * Copies the templates of another course in languages that the course has, where the course never had any, and returns the languages. One
 * statement.
 */
export async function copyFeedbackTemplates(
  tx: Tx,
  {
    fromCourseId,
    courseId,
    userId,
    languages,
  }: {
    readonly fromCourseId: number
    readonly courseId: number
    readonly userId: number
    readonly languages: readonly string[]
  },
): Promise<readonly string[]> {
  const row = await tx.maybeOne(copy`
    WITH kept AS (
      SELECT json_object_agg(template.language, template.text ORDER BY template.language) AS templates,
        array_agg(template.language ORDER BY template.language) AS languages
      FROM feedback_template
      CROSS JOIN json_each_text(feedback_template.templates) AS template (language, text)
      WHERE feedback_template.course_id = ${fromCourseId}::bigint AND feedback_template.course_id <> ${courseId}::bigint
        AND template.language = ANY (${sql.array([...languages], 'text')})
    ),
    inserted AS (
      INSERT INTO feedback_template (course_id, revision, templates, updated_by, updated_at)
      SELECT ${courseId}::bigint, 1, kept.templates, ${userId}::bigint, clock_timestamp()
      FROM kept
      WHERE kept.templates IS NOT NULL
      ON CONFLICT (course_id) DO NOTHING
      RETURNING feedback_template.course_id
    )
    SELECT kept.languages FROM kept JOIN inserted ON TRUE
  `)
  return row?.languages ?? []
}
