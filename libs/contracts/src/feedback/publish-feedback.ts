import { defineOperation } from '../operation.ts'
import { feedbackParams } from './feedback-document.ts'
import { feedbackIds } from './feedback-examples.ts'

export const publishFeedback = defineOperation({
  method: 'post',
  path: '/feedback/{id}/publish',
  tag: 'feedback',
  allow: 'grader',
  subject: 'feedback',
  summary: 'Let students read a document',
  description: [
    'One about a student, as it is written now. One of a submission, which a teacher withdrew after its release: students see again what was',
    'released. Only teachers publish these.',
  ].join(' '),
  params: feedbackParams,
  ifMatch: true,
  assessmentRevision: true,
  example: { params: { id: feedbackIds.draft }, revision: 1 },
  replies: { 204: { description: 'Students may read it.', etag: true, assessmentRevision: 'if_any' } },
  problems: ['forbidden', 'not_in_state', 'incomplete'],
  timeLimitMs: 30_000,
})
