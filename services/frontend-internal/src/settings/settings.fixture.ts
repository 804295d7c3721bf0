import type { CourseSettingsDocument, CourseSettingsUpdate } from '@course-grading/contracts/settings/course-settings'
import type { TestService } from '../service.fixture.ts'

/** Writes the present settings of the demo course with a change. */
export async function changeSettings(service: TestService, change: Partial<CourseSettingsUpdate> = {}): Promise<void> {
  const before = await service.read<CourseSettingsDocument>('/courses/11/settings')
  const { revision, courseId: _courseId, tags: _tags, ltiLoginUrl: _ltiLoginUrl, ...present } = before
  const body = { ...present, ...change }
  const written = await service.send('PUT', '/courses/11/settings', { ifMatch: `"${revision}"`, body })
  if (!written.ok) throw new Error(`settings: ${written.status} ${await written.text()}`)
}
