import { maxSlugs, slugTaken, tooManySlugs } from '@course-grading/domain/settings/settings-conflicts'
import Type, { type Static } from 'typebox'
import type { Db, Tx } from '../db/db.ts'
import { read, write } from '../db/row.ts'

const insertCourseSlugRow = Type.Object({ owned: Type.Boolean(), isFull: Type.Boolean() })

const slugOwner = Type.Object({
  courseId: Type.Integer(),
  slug: Type.String(),
})
type SlugOwner = Static<typeof slugOwner>

/** For ever. Waits for another who reserves it; the course's row is locked. @throws DomainError slug_taken: another course's, or too many of its own */
export async function insertCourseSlug(tx: Tx, courseId: number, slug: string): Promise<void> {
  const row = await tx.one(write('insertCourseSlug', insertCourseSlugRow)`
    WITH reserved AS (
      INSERT INTO course_slug (slug, course_id)
      SELECT ${slug}, ${courseId}::bigint
      WHERE (SELECT count(*) FROM course_slug WHERE course_slug.course_id = ${courseId}::bigint) < ${maxSlugs}::integer
      ON CONFLICT DO NOTHING
      RETURNING course_slug.slug
    )
    SELECT EXISTS (SELECT FROM reserved)
      OR EXISTS (
        SELECT FROM course_slug WHERE course_slug.slug = ${slug} AND course_slug.course_id = ${courseId}::bigint
      ) AS owned,
      (SELECT count(*) FROM course_slug WHERE course_slug.course_id = ${courseId}::bigint) >= ${maxSlugs}::integer
        AND NOT EXISTS (SELECT FROM course_slug WHERE course_slug.slug = ${slug}) AS is_full
  `)
  if (!row.owned) throw row.isFull ? tooManySlugs() : slugTaken()
}

/** The configured course that has the slug, or once had it; null if none did. */
export async function findSlugOwner(db: Db, slug: string): Promise<SlugOwner | null> {
  return await db.maybeOne(read('findSlugOwner', slugOwner)`
    SELECT course_settings.course_id, course_settings.slug
    FROM course_slug
    JOIN course_settings ON course_settings.course_id = course_slug.course_id
    WHERE course_slug.slug = ${slug}
  `)
}
