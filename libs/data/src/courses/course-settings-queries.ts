import type { Db } from '../db.ts'
import { statement } from '../row.ts'
import { storedCourseSettings, type StoredCourseSettings } from './stored-course-settings.ts'

const find = statement('findCourseSettings', storedCourseSettings)

/** The settings of a configured course, or null. */
export async function findCourseSettings(db: Db, courseId: number): Promise<StoredCourseSettings | null> {
  return await db.maybeOne(find`
    SELECT course_settings.course_id AS "courseId", course_settings.revision, course_settings.document
    FROM course_settings
    WHERE course_settings.course_id = ${courseId}::bigint
  `)
}
