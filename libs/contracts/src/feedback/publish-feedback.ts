import { defineOperation } from '../operation/operation.ts'
import { feedbackParams } from './feedback-document.ts'
import { feedbackIds } from './feedback-examples.ts'

export const publishFeedback = defineOperation({
  method: 'post',
  path: '/feedback/{id}/publish',
  tag: 'feedback',
  allow: 'grader',
  subject: 'feedback',
  summary: 'Publish a feedback document',
  description: [
    'A document about a student is published with its present text. The document of a submission can be published after a teacher has withdrawn it: students then see again what was',
    'released. Only teachers may publish documents of submissions. The document gets its next revision, but no new version. A document of 200 versions is published only if its text was frozen before.',
  ].join(' '),
  params: feedbackParams,
  ifMatch: true,
  assessmentRevision: true,
  example: { params: { id: feedbackIds.draft }, revision: 1 },
  replies: { 204: { description: 'Students may read it.', etag: true, assessmentRevision: 'if_any' } },
  problems: ['forbidden', 'not_in_state', 'incomplete'],
  timeLimitMs: 30_000,
})
