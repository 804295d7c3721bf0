import { defineOperation } from '../operation/operation.ts'
import { assessmentExample, assessmentIds } from './assessment-examples.ts'
import { assessment, assessmentParams } from './assessment.ts'

export const getAssessment = defineOperation({
  method: 'get',
  path: '/assessments/{id}',
  tag: 'grading',
  allow: 'grader',
  subject: 'assessment',
  summary: 'Get an assessment',
  description: [
    'Scores, note and points, the rubric that they are judged by, the holder of the assessment, and the state of the grade. Use the `ETag` only for',
    'writes, since the reply shows more than the revision covers.',
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
})
