import Type, { type Static } from 'typebox'
import type { Db, Tx } from '../db/db.ts'
import { lockDocumentsOfStudent } from '../db/lock-order.ts'
import { newId } from '../db/new-id.ts'
import { nullable, read, write } from '../db/row.ts'

const student = Type.Object({
  tagSlugs: Type.Array(Type.String()),
  /** Null without a template in the requested language. */
  template: nullable(Type.String()),
})
type StudentToWriteAbout = Static<typeof student>

const insertStudentFeedbackRow = Type.Object({ id: nullable(Type.String()) })

const maxDocuments = 200

/** Null if the student is not on the roster. */
export async function findStudentToWriteAbout(
  db: Db,
  { courseId, userId, language }: { readonly courseId: number; readonly userId: number; readonly language: string },
): Promise<StudentToWriteAbout | null> {
  return await db.maybeOne(read('findStudentToWriteAbout', student)`
    SELECT present_student.tag_slugs, feedback_template.templates ->> ${language} AS template
    FROM present_student
    LEFT JOIN feedback_template ON feedback_template.course_id = present_student.course_id
    WHERE present_student.course_id = ${courseId}::bigint AND present_student.user_id = ${userId}::bigint
  `)
}

/** The `id` is null at `maxDocuments`, the result if the student is not on the roster. An erasure comes entirely before or after. */
export async function insertStudentFeedback(
  tx: Tx,
  given: {
    readonly courseId: number
    readonly userId: number
    readonly language: string
    readonly body: string
    readonly authorId: number
  },
): Promise<{ readonly id: string | null } | null> {
  await lockDocumentsOfStudent(tx, given)
  return await tx.maybeOne(write('insertStudentFeedback', insertStudentFeedbackRow)`
    WITH student AS (
      SELECT present_student.course_id, present_student.user_id,
        (
          SELECT count(*) FROM feedback
          WHERE feedback.course_id = present_student.course_id AND feedback.user_id = present_student.user_id
        ) AS documents
      FROM present_student
      WHERE present_student.course_id = ${given.courseId}::bigint AND present_student.user_id = ${given.userId}::bigint
    ),
    inserted AS (INSERT INTO feedback (
      id, course_id, user_id, language, state, revision, body, annotations, author_id, updated_by, created_at, updated_at, fixture
    )
    SELECT ${newId()}::uuid, student.course_id, student.user_id, ${given.language}, 'draft', 1, ${given.body}, '{}',
      ${given.authorId}::bigint, ${given.authorId}::bigint, clock_timestamp(), clock_timestamp(), FALSE
    FROM student
    WHERE student.documents < ${maxDocuments}::integer
    RETURNING feedback.id
    )
    SELECT (SELECT inserted.id FROM inserted) AS id FROM student
  `)
}
