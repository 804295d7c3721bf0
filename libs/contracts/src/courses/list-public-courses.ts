import { defineOperation } from '../operation/operation.ts'
import { publicCoursesExample } from './course-view-examples.ts'
import { publicCourses } from './course-view.ts'

export const listPublicCourses = defineOperation({
  method: 'get',
  path: '/courses/all',
  tag: 'courses',
  allow: 'service',
  summary: 'Courses for the navigation',
  description: 'Every listed course. It may be called for every page, since the list is cached for 5 seconds.',
  example: {},
  replies: {
    200: { description: 'The listed courses.', schema: publicCourses, etag: true, example: publicCoursesExample },
    304: { description: 'The list has not changed.', etag: true },
  },
})
