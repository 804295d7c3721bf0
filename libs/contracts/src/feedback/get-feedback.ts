import { defineOperation } from '../operation.ts'
import { usualLimitMs } from '../paging.ts'
import { feedbackDocument, feedbackParams } from './feedback-document.ts'
import { feedbackDocumentExample, feedbackIds } from './feedback-examples.ts'

export const getFeedback = defineOperation({
  method: 'get',
  path: '/feedback/{id}',
  tag: 'feedback',
  allow: 'grader',
  subject: 'feedback',
  summary: 'A feedback document',
  description: [
    'As it is written now, for graders whose restriction admits it. The `ETag` counts changes of the document alone and is for writes, since',
    'the reply shows more than the revision covers.',
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
  problems: [],
  timeLimitMs: usualLimitMs,
})
