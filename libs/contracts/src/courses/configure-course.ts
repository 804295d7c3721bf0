import Type from 'typebox'
import { upstreamId } from '../schemas/ids.ts'
import { defineOperation } from '../operation/operation.ts'
import { newCourseSettingsExample } from '../settings/course-settings-examples.ts'
import { courseSettingsDocument, courseSettingsUpdate } from '../settings/course-settings.ts'

const courseConfiguration = Type.Object(
  {
    courseId: upstreamId('A course on the learning platform that the caller teaches.'),
    slug: Type.Optional(courseSettingsUpdate.properties.slug),
  },
  { title: 'CourseConfiguration', additionalProperties: false, description: 'The course to configure, and its slug.' },
)

export const configureCourse = defineOperation({
  method: 'post',
  path: '/courses',
  tag: 'courses',
  allow: 'teacher',
  subject: 'course_in_body',
  summary: 'Configure a course',
  description:
    'Makes the settings of a course from its data on the learning platform. The course is not listed at first.',
  body: courseConfiguration,
  example: { body: { courseId: newCourseSettingsExample.courseId, slug: newCourseSettingsExample.slug } },
  replies: {
    201: {
      description: 'The settings at revision 1.',
      schema: courseSettingsDocument,
      etag: true,
      example: newCourseSettingsExample,
    },
  },
  problems: ['already_configured', 'slug_taken'],
  timeLimitMs: 60_000,
  upstreamLimitMs: 30_000,
})
