import { defineOperation } from '../operation/operation.ts'
import { courseParams } from '../schemas/ids.ts'
import { courseSettingsDocument } from './course-settings.ts'
import { courseSettingsExample } from './course-settings-examples.ts'

export const getCourseSettings = defineOperation({
  method: 'get',
  path: '/courses/{courseId}/settings',
  tag: 'settings',
  summary: 'Read the settings of a course',
  description:
    'Returns the current settings document, with its revision in `revision` and as a strong `ETag`. `HEAD` works, too. ' +
    'If `If-None-Match` names the current revision, the reply is 304.',
  allow: 'teacher',
  params: courseParams,
  example: { params: { courseId: 11 } },
  replies: {
    200: {
      description: 'The settings document.',
      schema: courseSettingsDocument,
      etag: true,
      example: courseSettingsExample,
    },
    304: { description: "The caller's copy is current.", etag: true },
  },
  timeLimitMs: 15_000,
  upstreamLimitMs: 5_500, // with an older A+ there are two calls; the rest of the time limit is for a connection and one query
})
