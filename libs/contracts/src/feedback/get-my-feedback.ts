import { defineOperation } from '../operation/operation.ts'
import { feedbackParams } from './feedback-document.ts'
import { feedbackIds, studentFeedbackExample } from './feedback-examples.ts'
import { studentFeedback } from './student-feedback.ts'

export const getMyFeedback = defineOperation({
  method: 'get',
  path: '/my/feedback/{id}',
  tag: 'feedback',
  allow: 'owner',
  subject: 'own_feedback',
  summary: 'Read a feedback document as a student',
  description:
    'The document as it was released to the caller. The first reading is recorded. A document that the caller may not see is 404.',
  params: feedbackParams,
  example: { params: { id: feedbackIds.own } },
  replies: {
    200: { description: 'The feedback.', schema: studentFeedback, example: studentFeedbackExample },
  },
})
