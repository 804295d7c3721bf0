import { defineOperation } from '../operation/operation.ts'
import { assessmentExample, assessmentIds } from './assessment-examples.ts'
import { assessment, assessmentParams } from './assessment.ts'
import { reasonBody } from './reason.ts'

export const reopenAssessment = defineOperation({
  method: 'post',
  path: '/assessments/{id}/reopen',
  tag: 'grading',
  allow: 'own_grader',
  subject: 'assessment',
  summary: 'Reopen a completed assessment',
  description: [
    'For teachers, and for its grader while its result is not released. The caller holds it. The result no longer stands, and',
    'a grade that was not sent yet is cancelled. Students see the same as before until the next release. While the grade is being',
    'sent, the reply is 409 `delivery_pending`; while it is unknown whether the grade arrived, it is 409 `delivery_ambiguous`.',
  ].join(' '),
  params: assessmentParams,
  body: reasonBody,
  assessmentRevision: true,
  example: { params: { id: assessmentIds.completed }, body: { reason: 'The second file was overlooked.' } },
  replies: {
    200: {
      description: 'The assessment is in progress, and the caller holds it.',
      schema: assessment,
      etag: true,
      assessmentRevision: true,
      example: assessmentExample,
    },
  },
  problems: ['not_in_state', 'delivery_pending', 'delivery_ambiguous'],
})
