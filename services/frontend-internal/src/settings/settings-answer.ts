import type { StoredCourseSettings } from '@course-grading/data'
import { type Answer, etagOf } from '@course-grading/http-kit'

/** The stored text is the answer: it was composed once, when it was written. */
export function settingsAnswer({ revision, document }: StoredCourseSettings): Answer {
  return { status: 200, json: document, etag: etagOf(revision) }
}
