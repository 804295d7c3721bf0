import type { Db } from '../db/db.ts'
import { createMicroBatch } from '../db/micro-batch.ts'
import { read } from '../db/row.ts'
import { bigints } from '../db/sql-arrays.ts'
import { storedCourseSettings, type StoredCourseSettings } from './stored-course-settings.ts'

/** Null if the course is not configured. Callers at the same time share queries. Never call it inside a transaction. */
export function createCourseSettingsLoader(db: Db): (courseId: number) => Promise<StoredCourseSettings | null> {
  return createMicroBatch(async (courseIds: readonly number[]) => {
    const rows = await listCourseSettings(db, courseIds)
    return new Map(rows.map((row) => [row.courseId, row]))
  })
}

async function listCourseSettings(db: Db, courseIds: readonly number[]): Promise<readonly StoredCourseSettings[]> {
  return await db.any(read('listCourseSettings', storedCourseSettings)`
    SELECT course_settings.course_id, course_settings.revision, course_settings.document::text
    FROM course_settings
    WHERE course_settings.course_id = ANY(${bigints(courseIds)})
  `)
}
