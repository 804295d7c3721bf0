import type { CourseSettings, CourseSettingsChange } from '@course-grading/domain/settings/course-settings'
import { demoCourses } from './demo-courses.ts'

/** What a client would send back to change a document that it read: the writable fields. */
export function changeOf(document: CourseSettings): CourseSettingsChange {
  const { revision: _revision, courseId: _courseId, tags: _tags, ltiLoginUrl: _ltiLoginUrl, ...change } = document
  return change
}

/** A valid change of the demo course "Programming 1". */
export function aSettingsChange(overrides: Partial<CourseSettingsChange> = {}): CourseSettingsChange {
  return { ...changeOf(demoCourses.programming1), ...overrides }
}
