import { defineOperation } from '../operation/operation.ts'
import { courseViewExample } from './course-view-examples.ts'
import { courseView, slugParams } from './course-view.ts'

export const getCourseBySlug = defineOperation({
  method: 'get',
  path: '/courses/by-slug/{slug}',
  tag: 'courses',
  allow: 'member',
  subject: 'course_by_slug',
  summary: 'Get a course by its slug',
  description: 'The same as getCourse. An old slug works, too; then `movedTo` is the slug that the course has now.',
  params: slugParams,
  example: { params: { slug: 'programming-1' } },
  replies: { 200: { description: 'The course.', schema: courseView, example: courseViewExample } },
  // No problem is a 403: only members of a course learn that it has the slug.
})
