import Type from 'typebox'
import { upstreamId } from '../schemas/ids.ts'
import { defineOperation } from '../operation/operation.ts'
import { instantKey, pageOf, pageQuery, recordIdPattern } from '../schemas/paging.ts'
import { myFeedbackExample } from './feedback-examples.ts'
import { myFeedback } from './student-feedback.ts'

export const listMyFeedback = defineOperation({
  method: 'get',
  path: '/my/feedback',
  tag: 'feedback',
  allow: 'signed_in',
  summary: 'List the feedback that the caller may read as a student',
  description: 'Documents that were released to the caller, in all courses or in one, the newest first.',
  query: Type.Object({
    courseId: Type.Optional(upstreamId('Only documents of this course.')),
    ...pageQuery,
  }),
  pageKey: [instantKey, Type.String({ pattern: recordIdPattern })],
  example: { query: { courseId: 11, limit: 50 } },
  replies: {
    200: {
      description: 'A page of feedback.',
      schema: pageOf(myFeedback),
      example: { items: [myFeedbackExample], nextCursor: null },
    },
  },
})
