import Type from 'typebox'
import { defineOperation } from '../operation.ts'
import { usualLimitMs } from '../paging.ts'
import { assessmentIds } from './assessment-examples.ts'
import { assessmentParams } from './assessment.ts'

export const postponeAssessment = defineOperation({
  method: 'post',
  path: '/assessments/{id}/postpone',
  tag: 'grading',
  allow: 'grader',
  subject: 'assessment',
  summary: 'Hand a submission back for later',
  description:
    'For its holder. The draft stays, and the submission waits again, behind everything that is not postponed, for everybody, with the note.',
  params: assessmentParams,
  body: Type.Object(
    { note: Type.String({ minLength: 1, maxLength: 500, description: 'For whoever takes it up.' }) },
    { additionalProperties: false },
  ),
  assessmentRevision: true,
  example: { params: { id: assessmentIds.held }, body: { note: 'The video does not play here.' } },
  replies: { 204: { description: 'Nobody holds it.', etag: true, assessmentRevision: true } },
  problems: ['claim_lost', 'not_in_state'],
  timeLimitMs: usualLimitMs,
})
