import Type from 'typebox'
import { defineOperation } from '../operation/operation.ts'
import { numberKey, pageOf, pageQuery } from '../schemas/paging.ts'
import { courseBriefExample } from './course-view-examples.ts'
import { courseBrief } from './course-view.ts'

export const listCourses = defineOperation({
  method: 'get',
  path: '/courses',
  tag: 'courses',
  allow: 'signed_in',
  summary: "The caller's courses",
  description:
    'Every course that the caller teaches or assists, configured or not, and each that the caller attends and that is listed, or not configured, by id.',
  query: Type.Object(pageQuery),
  pageKey: numberKey,
  example: { query: { limit: 50 } },
  replies: {
    200: {
      description: 'A page of courses.',
      schema: pageOf(courseBrief),
      example: { items: [courseBriefExample], nextCursor: null },
    },
  },
  problems: ['invalid_upstream_token', 'upstream_unavailable'],
})
