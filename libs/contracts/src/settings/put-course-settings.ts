import { courseSettingsExample, courseSettingsUpdateExample } from './course-settings-examples.ts'
import { courseSettingsDocument, courseSettingsUpdate } from './course-settings.ts'
import { courseParams } from '../ids.ts'
import { defineOperation } from '../operation.ts'

export const putCourseSettings = defineOperation({
  method: 'put', path: '/courses/{courseId}/settings', tag: 'settings', allow: 'teacher',
  summary: 'Replace the settings of a course',
  description: 'As the public API does, but the slug may change: the old one stays reserved for the course and leads to it.',
  params: courseParams,
  body: courseSettingsUpdate,
  ifMatch: true,
  example: { params: { courseId: 11 }, revision: 1, body: courseSettingsUpdateExample },
  replies: {
    200: {
      description: 'The settings as stored.', schema: courseSettingsDocument, etag: true,
      example: { ...courseSettingsExample, revision: 8 },
    },
  },
  problems: ['manual_grading_exercise_conflict', 'slug_taken'],
  timeLimitMs: 60_000,
  upstreamLimitMs: 30_000,
})
