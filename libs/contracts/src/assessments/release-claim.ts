import { defineOperation } from '../operation/operation.ts'
import { assessmentIds } from './assessment-examples.ts'
import { assessmentParams } from './assessment.ts'

export const releaseClaim = defineOperation({
  method: 'delete',
  path: '/assessments/{id}/claim',
  tag: 'grading',
  allow: 'grader',
  subject: 'assessment',
  summary: 'Hand a submission back',
  description: 'Only the holder and teachers may release a claim. The draft stays, and the submission waits again.',
  params: assessmentParams,
  assessmentRevision: true,
  example: { params: { id: assessmentIds.held } },
  replies: { 204: { description: 'The assessment no longer has a holder.', etag: true, assessmentRevision: true } },
  problems: ['claim_lost', 'not_in_state'],
})
