import Type, { type Static } from 'typebox'
import type { Db, Tx } from '../db.ts'
import { lockPeople } from '../lock-order.ts'
import { newId } from '../new-id.ts'
import { nullable, statement } from '../row.ts'

const student = Type.Object({
  fullName: Type.String(),
  tagSlugs: Type.Array(Type.String()),
  /** The course's template in the requested language; null if there is none. */
  template: nullable(Type.String()),
})
export type StudentToWriteAbout = Static<typeof student>

const find = statement('findStudentToWriteAbout', student)
const insert = statement('insertStudentFeedback', Type.Object({ id: Type.String() }))

/** A student of the roster with the template for a document about them; null if there is no such student. One statement. */
export async function findStudentToWriteAbout(
  db: Db,
  { courseId, userId, language }: { readonly courseId: number; readonly userId: number; readonly language: string },
): Promise<StudentToWriteAbout | null> {
  return await db.maybeOne(find`
    SELECT roster_student.full_name AS "fullName", roster_student.tag_slugs AS "tagSlugs",
      feedback_template.templates ->> ${language} AS template
    FROM roster_student
    LEFT JOIN feedback_template ON feedback_template.course_id = roster_student.course_id
    WHERE roster_student.course_id = ${courseId}::bigint AND roster_student.user_id = ${userId}::bigint
  `)
}

/**
 * Begins a document about a student, and returns its id; null if the student is no longer on the roster. An erasure comes
 * before or after it. Two statements.
 */
export async function insertStudentFeedback(
  tx: Tx,
  given: {
    readonly courseId: number
    readonly userId: number
    readonly language: string
    readonly body: string
    readonly authorId: number
  },
): Promise<string | null> {
  await lockPeople(tx, given.courseId, 'shared')
  const row = await tx.maybeOne(insert`
    INSERT INTO feedback (
      id, course_id, user_id, language, state, revision, body, annotations, author_id, updated_by, created_at, updated_at, fixture
    )
    SELECT ${newId()}::uuid, roster_student.course_id, roster_student.user_id, ${given.language}, 'draft', 1, ${given.body}, '{}',
      ${given.authorId}::bigint, ${given.authorId}::bigint, clock_timestamp(), clock_timestamp(), FALSE
    FROM roster_student
    WHERE roster_student.course_id = ${given.courseId}::bigint AND roster_student.user_id = ${given.userId}::bigint
    RETURNING feedback.id
  `)
  return row?.id ?? null
}
