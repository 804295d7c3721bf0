import { defineOperation } from '../operation/operation.ts'
import { feedbackParams } from './feedback-document.ts'
import { feedbackIds } from './feedback-examples.ts'

export const deleteFeedback = defineOperation({
  method: 'delete',
  path: '/feedback/{id}',
  tag: 'feedback',
  allow: 'grader',
  subject: 'feedback',
  summary: 'Delete a draft',
  description: 'A document about a student that was never published, with its versions and parked drafts.',
  params: feedbackParams,
  ifMatch: true,
  assessmentRevision: true,
  example: { params: { id: feedbackIds.otherDraft }, revision: 1 },
  replies: { 204: { description: 'The document is deleted.' } },
  problems: ['forbidden', 'not_in_state'],
})
