import { defineOperation } from '../operation.ts'
import { usualLimitMs } from '../paging.ts'
import { assessmentExample, assessmentIds } from './assessment-examples.ts'
import { assessment, assessmentParams } from './assessment.ts'

export const getAssessment = defineOperation({
  method: 'get',
  path: '/assessments/{id}',
  tag: 'grading',
  allow: 'grader',
  subject: 'assessment',
  summary: 'An assessment',
  description: [
    'Scores, note and points, by which rubric they are judged, who holds the assessment, and the state of the grade. The `ETag` is for',
    'writes alone, since the reply shows more than the revision covers.',
  ].join(' '),
  params: assessmentParams,
  example: { params: { id: assessmentIds.held } },
  replies: {
    200: {
      description: 'The assessment.',
      schema: assessment,
      etag: true,
      assessmentRevision: true,
      example: assessmentExample,
    },
  },
  problems: [],
  timeLimitMs: usualLimitMs,
})
