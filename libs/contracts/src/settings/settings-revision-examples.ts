import { courseSettingsExample } from './course-settings-examples.ts'
import type { SettingsRevision, SettingsRevisionDetail } from './settings-revision.ts'

export const settingsRevisionExample: SettingsRevision = {
  revision: courseSettingsExample.revision,
  at: '2026-11-01T12:30:00.000Z',
  userId: 101,
  by: { userId: 101, fullName: 'Terry Teacher', alias: false },
  boundary: 'frontend',
  operation: 'putCourseSettings',
}

export const settingsRevisionDetailExample: SettingsRevisionDetail = {
  ...settingsRevisionExample,
  document: courseSettingsExample,
  changes: [{ path: '$.visibleTagSlugs', before: [], after: courseSettingsExample.visibleTagSlugs }],
}
