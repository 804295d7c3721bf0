import { defineOperation } from '../operation.ts'
import { usualLimitMs } from '../paging.ts'
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
    'Freezes the points and the feedback, and makes the delivery of the grade: at once where the exercise releases immediately, else held',
    'until a teacher releases it. Only the holder completes. Whatever is missing is 409 `incomplete`. Asked again by the same person',
    'with the same revision, it replies as before.',
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
  timeLimitMs: usualLimitMs,
})
