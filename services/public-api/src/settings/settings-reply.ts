import { jsonText, type JsonText, type Shown } from '@course-grading/contracts/reply'
import type { CourseSettingsDocument } from '@course-grading/contracts/settings/course-settings'
import type { StoredCourseSettings } from '@course-grading/data/settings/stored-course-settings'

/** The stored text is the body: it was composed once, when it was written. */
export function settingsReply({ revision, document }: StoredCourseSettings): {
  readonly body: JsonText<Shown<CourseSettingsDocument>>
  readonly revision: number
} {
  return { body: jsonText(document), revision }
}
