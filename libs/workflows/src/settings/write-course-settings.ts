import type { Database } from '@course-grading/data/database'
import { withSerializationRetry } from '@course-grading/data/serialization-retry'
import { ExercisesTakenError, type SettingsWrite } from '@course-grading/data/settings/settings-write'
import type { StoredCourseSettings } from '@course-grading/data/settings/stored-course-settings'
import {
  updateCourseSettings,
  updateCourseSettingsInPlace,
  type UpdateOutcome,
} from '@course-grading/data/settings/update-course-settings'
import { DomainError, type Issue } from '@course-grading/domain/errors'
import { exerciseConflictIssues } from '@course-grading/domain/settings/grader-staff'

export type CourseSettingsWrite = Omit<SettingsWrite, 'tags'> & {
  readonly expectedRevision: number
  /** Other exercises afterwards, or another slug: then it is not enough to compare the revision. */
  readonly changesClaims: boolean
}

export const slugTakenIssue: Issue = {
  path: '$.slug',
  code: 'conflict',
  message: 'Another course has or had this slug.',
}

/** In one transaction. Throws `not_found`, `revision_conflict`, `slug_taken` and `manual_grading_exercise_conflict`. */
export async function writeCourseSettings(
  database: Database,
  settings: CourseSettingsWrite,
): Promise<StoredCourseSettings> {
  const { courseId, expectedRevision, document } = settings
  const written = await write(database, settings)
  switch (written.outcome) {
    case 'written':
      return { courseId, revision: expectedRevision + 1, document }
    case 'missing':
      throw new DomainError('not_found')
    case 'stale':
      throw new DomainError('revision_conflict')
    case 'slug_taken':
      throw new DomainError('slug_taken', { issues: [slugTakenIssue] })
    case 'exercises_taken':
      throw new DomainError('manual_grading_exercise_conflict', { issues: exerciseConflictIssues(written.exerciseIds) })
  }
}

/** An exercise that another course took meanwhile is reported as one that it held before. */
async function write(database: Database, settings: CourseSettingsWrite): Promise<UpdateOutcome> {
  // If the revision is stale, the statements below find out what is wrong.
  if (!settings.changesClaims && (await withSerializationRetry(() => updateCourseSettingsInPlace(database, settings))))
    return { outcome: 'written' }
  try {
    return await database.transaction((tx) => updateCourseSettings(tx, settings))
  } catch (error) {
    if (error instanceof ExercisesTakenError) return { outcome: 'exercises_taken', exerciseIds: [...error.exerciseIds] }
    throw error
  }
}
