import { courseSettingsExample, courseSettingsUpdateExample } from './course-settings-examples.ts'
import { courseSettingsDocument, courseSettingsUpdate } from './course-settings.ts'
import { courseParams } from '../schemas/ids.ts'
import { bodyLimitBytes } from '../operation/limits.ts'
import { defineOperation } from '../operation/operation.ts'

const replaces = [
  'Replaces every writable field; the reply is the stored document with its new revision. `If-Match` carries the revision that ',
  'the caller read. If another writer came first, the reply is 412: read again, reconcile, and retry. ',
  "The revision rises even when nothing changed. The `ETag` belongs to the reply's body, not to the request's. ",
  'Every grader is looked up on the learning platform, and the token is validated again. ',
  'A manual-grading exercise that this write adds must belong to the course there; otherwise the reply is 400 with the issue ',
  '`invalid_value` at its path. ',
  'The document that would be stored may have 2,000,000 bytes; a larger one is 400 with the issue `too_large` at `$`.',
].join('')

export const putCourseSettings = defineOperation({
  method: 'put',
  path: '/courses/{courseId}/settings',
  tag: 'settings',
  allow: 'teacher',
  summary: 'Replace the settings of a course',
  description: `${replaces} The slug may change: the old one stays reserved for the course, and getCourseBySlug still finds the course by it.`,
  params: courseParams,
  body: courseSettingsUpdate,
  maxBody: { bytes: bodyLimitBytes, members: 32_000 },
  ifMatch: true,
  example: { params: { courseId: 11 }, revision: 1, body: courseSettingsUpdateExample },
  replies: {
    200: {
      description: 'The settings as stored.',
      schema: courseSettingsDocument,
      etag: true,
      example: { ...courseSettingsExample, revision: 8 },
    },
  },
  problems: ['manual_grading_exercise_conflict', 'slug_taken'],
  timeLimitMs: 60_000,
  upstreamLimitMs: 30_000, // a body may take as long to arrive; five statements of a transaction take less than the other half
})

/** `putCourseSettings` at the public API, where it cannot change the slug: a script does not move a course to another address. */
export const putCourseSettingsByScript = defineOperation({
  ...putCourseSettings,
  description: `${replaces} The slug must be the current one.`,
  problems: ['manual_grading_exercise_conflict'],
})
