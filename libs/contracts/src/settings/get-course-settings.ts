import { courseSettingsExample } from './course-settings-examples.ts'
import { courseSettingsDocument } from './course-settings.ts'
import { courseParams } from '../ids.ts'
import { defineOperation } from '../operation.ts'
import { usualLimitMs } from '../paging.ts'

export const getCourseSettings = defineOperation({
  method: 'get', path: '/courses/{courseId}/settings', tag: 'settings', allow: 'teacher',
  summary: 'Settings of a course',
  description: 'The settings document of the public API.',
  params: courseParams,
  example: { params: { courseId: 11 } },
  replies: {
    200: { description: 'The settings.', schema: courseSettingsDocument, etag: true, example: courseSettingsExample },
    304: { description: 'They have not changed.', etag: true },
  },
  problems: [],
  timeLimitMs: usualLimitMs,
})
