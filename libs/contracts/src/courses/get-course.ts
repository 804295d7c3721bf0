import { courseParams } from '../schemas/ids.ts'
import { defineOperation } from '../operation/operation.ts'
import { courseViewExample } from './course-view-examples.ts'
import { courseView } from './course-view.ts'

export const getCourse = defineOperation({
  method: 'get',
  path: '/courses/{courseId}',
  tag: 'courses',
  allow: 'member',
  summary: 'Get a course',
  description: 'The front page of a course, for its members.',
  params: courseParams,
  example: { params: { courseId: 11 } },
  replies: { 200: { description: 'The course.', schema: courseView, example: courseViewExample } },
})
