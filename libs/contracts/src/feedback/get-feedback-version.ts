import { defineOperation } from '../operation/operation.ts'
import { feedbackVersion, feedbackVersionParams } from './feedback-document.ts'
import { feedbackIds, feedbackVersionExample } from './feedback-examples.ts'

export const getFeedbackVersion = defineOperation({
  method: 'get',
  path: '/feedback/{id}/versions/{n}',
  tag: 'feedback',
  allow: 'grader',
  subject: 'feedback',
  summary: 'Get a version of a feedback document',
  description: 'One version of a document, with its text.',
  params: feedbackVersionParams,
  example: { params: { id: feedbackIds.held, n: 1 } },
  replies: {
    200: {
      description: 'The version.',
      schema: feedbackVersion,
      assessmentRevision: 'if_any',
      example: feedbackVersionExample,
    },
  },
  problems: ['forbidden'],
})
