import { sql } from 'slonik'
import type { Tx } from '../db/db.ts'
import { keptNamesOfConfigured, type StaffName } from '../db/staff-names.ts'
import { read, write } from '../db/row.ts'
import { bigints, texts } from '../db/sql-arrays.ts'
import type { StoredTag } from './settings-write.ts'
import { storedCourseSettings, type StoredCourseSettings } from './stored-course-settings.ts'

/** The settings of a course, which nobody else can change until the transaction ends; null if it is not configured. */
export async function lockCourseSettingsDocument(tx: Tx, courseId: number): Promise<StoredCourseSettings | null> {
  return await tx.maybeOne(read('lockCourseSettingsDocument', storedCourseSettings)`
    SELECT course_settings.course_id, course_settings.revision, course_settings.document::text
    FROM course_settings
    WHERE course_settings.course_id = ${courseId}::bigint
    FOR NO KEY UPDATE OF course_settings
  `)
}

interface TagUpdate {
  readonly courseId: number
  readonly tags: readonly StoredTag[]
  readonly staffNames: readonly StaffName[]
}

/** Beside the document, so the settings keep their revision. Tags that the course lacks are ignored. The course's row must be locked. */
export async function updateCourseTags(tx: Tx, { courseId, tags, staffNames }: TagUpdate): Promise<void> {
  await tx.query(write('updateCourseTags')`
    WITH ${keptNamesOfConfigured(staffNames)}
    UPDATE course_tag
    SET upstream_tag_id = known.upstream_tag_id, gone = known.gone
    FROM unnest(
      ${texts(tags.map((tag) => tag.slug))}, ${bigints(tags.map((tag) => tag.upstreamId))},
      ${sql.array(
        tags.map((tag) => tag.gone),
        'bool',
      )}
    ) AS known (slug, upstream_tag_id, gone)
    WHERE course_tag.course_id = ${courseId}::bigint
      AND course_tag.slug = known.slug
      AND (course_tag.upstream_tag_id, course_tag.gone) IS DISTINCT FROM (known.upstream_tag_id, known.gone)
  `)
}
