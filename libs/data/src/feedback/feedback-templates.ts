import Type, { type Static } from 'typebox'
import type { Db } from '../db/db.ts'
import { json, read, write } from '../db/row.ts'

const row = Type.Object({ revision: Type.Integer(), templates: json<Readonly<Record<string, string>>>() })
type StoredFeedbackTemplates = Static<typeof row>

const writeFeedbackTemplatesRow = Type.Object({ revision: Type.Integer() })

/** Null before the first write. */
export async function findFeedbackTemplates(db: Db, courseId: number): Promise<StoredFeedbackTemplates | null> {
  return await db.maybeOne(read('findFeedbackTemplates', row)`
    SELECT feedback_template.revision, feedback_template.templates
    FROM feedback_template
    WHERE feedback_template.course_id = ${courseId}::bigint
  `)
}

/** Replaces the templates if their revision is the expected one, and returns the next revision; null if it is not. */
export async function writeFeedbackTemplates(
  db: Db,
  {
    courseId,
    expectedRevision,
    templates,
    userId,
  }: {
    readonly courseId: number
    readonly expectedRevision: number
    /** JSON text. */
    readonly templates: string
    readonly userId: number
  },
): Promise<number | null> {
  const written = await db.maybeOne(write('writeFeedbackTemplates', writeFeedbackTemplatesRow)`
    WITH replaced AS (
      UPDATE feedback_template
      SET revision = feedback_template.revision + 1, templates = ${templates}::json, updated_by = ${userId}::bigint,
        updated_at = clock_timestamp()
      WHERE feedback_template.course_id = ${courseId}::bigint AND feedback_template.revision = ${expectedRevision}::bigint
      RETURNING feedback_template.revision
    ),
    inserted AS (
      INSERT INTO feedback_template (course_id, revision, templates, updated_by, updated_at)
      SELECT ${courseId}::bigint, 1, ${templates}::json, ${userId}::bigint, clock_timestamp()
      WHERE ${expectedRevision}::bigint = 0
      ON CONFLICT DO NOTHING
      RETURNING feedback_template.revision
    )
    SELECT replaced.revision FROM replaced UNION ALL SELECT inserted.revision FROM inserted
  `)
  return written?.revision ?? null
}
