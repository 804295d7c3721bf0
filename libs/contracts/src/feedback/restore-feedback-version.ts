import { defineOperation } from '../operation/operation.ts'
import { feedbackVersionParams } from './feedback-document.ts'
import { feedbackIds } from './feedback-examples.ts'

export const restoreFeedbackVersion = defineOperation({
  method: 'post',
  path: '/feedback/{id}/versions/{n}/restore',
  tag: 'feedback',
  allow: 'grader',
  subject: 'feedback',
  summary: 'Restore an earlier version of a feedback document',
  description: 'Saves the text of the version as a new version. Whoever may save the document may restore a version.',
  params: feedbackVersionParams,
  ifMatch: true,
  assessmentRevision: true,
  example: { params: { id: feedbackIds.held, n: 1 }, revision: 1 },
  replies: { 204: { description: 'The document is saved.', etag: true, assessmentRevision: 'if_any' } },
  problems: ['forbidden', 'claim_lost', 'not_in_state'],
})
