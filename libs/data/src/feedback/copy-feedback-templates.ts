import Type, { type Static } from 'typebox'
import type { Tx } from '../db/db.ts'
import { nullable, write } from '../db/row.ts'
import { texts } from '../db/sql-arrays.ts'

const copied = Type.Object({
  language: Type.String(),
  reason: nullable(Type.Unsafe<'no_language' | 'has_templates'>({ type: 'string' })),
})

export type CopiedTemplate = Static<typeof copied>

/** Copies nothing to a course that has or had templates. One row for each template; none if both courses are the same. */
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
): Promise<readonly CopiedTemplate[]> {
  return await tx.any(write('copyFeedbackTemplates', copied)`
    WITH given AS (
      SELECT template.language, template.text, template.language = ANY (${texts(languages)}) AS is_of_course
      FROM feedback_template
      CROSS JOIN json_each_text(feedback_template.templates) AS template (language, text)
      WHERE feedback_template.course_id = ${fromCourseId}::bigint AND feedback_template.course_id <> ${courseId}::bigint
    ),
    inserted AS (
      INSERT INTO feedback_template (course_id, revision, templates, updated_by, updated_at)
      SELECT ${courseId}::bigint, 1, json_object_agg(given.language, given.text ORDER BY given.language), ${userId}::bigint,
        clock_timestamp()
      FROM given
      WHERE given.is_of_course
      HAVING count(*) > 0
      ON CONFLICT (course_id) DO NOTHING
      RETURNING feedback_template.course_id
    )
    SELECT given.language, CASE
      WHEN NOT given.is_of_course THEN 'no_language'
      WHEN NOT EXISTS (SELECT FROM inserted) THEN 'has_templates' END AS reason
    FROM given
    ORDER BY given.language
  `)
}
