import { defineOperation } from '../operation/operation.ts'
import { assessmentExample, assessmentIds } from './assessment-examples.ts'
import { assessment, assessmentParams } from './assessment.ts'

export const takeOverClaim = defineOperation({
  method: 'post',
  path: '/assessments/{id}/takeover',
  tag: 'grading',
  allow: 'teacher',
  subject: 'assessment',
  summary: 'Take a submission over',
  description:
    'The teacher becomes the holder, whoever held it before, and gets the draft. Nobody can take over work that they handed in themselves.',
  params: assessmentParams,
  assessmentRevision: true,
  example: { params: { id: assessmentIds.held } },
  replies: {
    200: {
      description: 'The caller holds the assessment.',
      schema: assessment,
      etag: true,
      assessmentRevision: true,
      example: assessmentExample,
    },
  },
  problems: ['not_in_state'],
})
