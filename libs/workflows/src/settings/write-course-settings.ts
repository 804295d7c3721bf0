import type { Database } from '@course-grading/data/db/database'
import { withSerializationRetry } from '@course-grading/data/db/serialization-retry'
import type { SettingsWrite } from '@course-grading/data/settings/settings-write'
import type { StoredCourseSettings } from '@course-grading/data/settings/stored-course-settings'
import { updateCourseSettings, updateCourseSettingsInPlace } from '@course-grading/data/settings/update-course-settings'

export type CourseSettingsWrite = Omit<SettingsWrite, 'tags'> & {
  readonly expectedRevision: number
  /** Whether exercises or slug change: then it is not enough to compare the revision. */
  readonly changesClaims: boolean
}

/** Throws `not_found`, `revision_conflict`, `slug_taken` and `manual_grading_exercise_conflict`. */
export async function writeCourseSettings(
  database: Database,
  settings: CourseSettingsWrite,
): Promise<StoredCourseSettings> {
  // If the revision is stale, the transaction finds out what is wrong.
  if (settings.changesClaims || !(await withSerializationRetry(() => updateCourseSettingsInPlace(database, settings))))
    await database.transaction((tx) => updateCourseSettings(tx, settings))
  const { courseId, expectedRevision, document } = settings
  return { courseId, revision: expectedRevision + 1, document }
}
