import { defineOperation } from '../operation/operation.ts'
import { feedbackParams } from './feedback-document.ts'
import { feedbackIds } from './feedback-examples.ts'

export const withdrawFeedback = defineOperation({
  method: 'post',
  path: '/feedback/{id}/withdraw',
  tag: 'feedback',
  allow: 'grader',
  subject: 'feedback',
  summary: 'Withdraw a feedback document from students',
  description: [
    'Hides text and points here, never on the learning platform, until it is published or released again. The document gets its next revision. Only teachers withdraw that of a',
    'submission.',
  ].join(' '),
  params: feedbackParams,
  ifMatch: true,
  assessmentRevision: true,
  example: { params: { id: feedbackIds.published }, revision: 1 },
  replies: { 204: { description: 'Students no longer see it.', etag: true, assessmentRevision: 'if_any' } },
  problems: ['forbidden', 'not_in_state'],
})
