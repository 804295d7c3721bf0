import { defineOperation } from '../operation/operation.ts'
import { feedbackDocument, feedbackParams } from './feedback-document.ts'
import { feedbackDocumentExample, feedbackIds } from './feedback-examples.ts'

export const getFeedback = defineOperation({
  method: 'get',
  path: '/feedback/{id}',
  tag: 'feedback',
  allow: 'grader',
  subject: 'feedback',
  summary: 'Get a feedback document',
  description: [
    'The present text, for graders whose restriction allows the document. Use the `ETag` for writes only: it counts changes of the document,',
    'and the reply also contains data that can change without it.',
  ].join(' '),
  params: feedbackParams,
  example: { params: { id: feedbackIds.held } },
  replies: {
    200: {
      description: 'The document.',
      schema: feedbackDocument,
      etag: true,
      assessmentRevision: 'if_any',
      example: feedbackDocumentExample,
    },
  },
  problems: ['forbidden'],
})
