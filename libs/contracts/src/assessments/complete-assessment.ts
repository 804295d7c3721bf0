import { defineOperation } from '../operation/operation.ts'
import { assessmentIds, completedAssessmentExample } from './assessment-examples.ts'
import { assessment, assessmentParams } from './assessment.ts'

export const completeAssessment = defineOperation({
  method: 'post',
  path: '/assessments/{id}/complete',
  tag: 'grading',
  allow: 'grader',
  subject: 'assessment',
  summary: 'Complete an assessment',
  description: [
    'Freezes the points and the feedback, and makes the delivery of the grade. It is sent at once if the exercise releases immediately; otherwise it is held',
    'until a teacher releases it. Only the holder may complete. If something is missing, the reply is 409 `incomplete`. If the same person repeats the request',
    'with the same revision, the reply is the same; `X-Assessment-Revision` may then name that revision or the present one.',
  ].join(' '),
  params: assessmentParams,
  ifMatch: true,
  assessmentRevision: true,
  example: { params: { id: assessmentIds.held }, revision: 1 },
  replies: {
    200: {
      description: 'The assessment is completed.',
      schema: assessment,
      etag: true,
      assessmentRevision: true,
      example: completedAssessmentExample,
    },
  },
  problems: ['claim_lost', 'incomplete', 'not_in_state'],
})
