import { defineOperation } from '../operation/operation.ts'
import { assessmentExample, assessmentIds } from './assessment-examples.ts'
import { assessment, assessmentParams } from './assessment.ts'
import { reasonBody } from './reason.ts'

export const restartAssessment = defineOperation({
  method: 'post',
  path: '/assessments/{id}/restart',
  tag: 'grading',
  allow: 'teacher',
  subject: 'assessment',
  summary: 'Begin an assessment again',
  description: [
    "The assessment begins again: it is in progress by the exercise's present rubric, without scores, adjustment and private note, and the",
    'teacher holds it. The feedback document stays. The scores, adjustment and note that the assessment had are kept as a parked draft',
    'of the teacher. A completed assessment is reopened first, as by reopenAssessment.',
  ].join(' '),
  params: assessmentParams,
  body: reasonBody,
  assessmentRevision: true,
  example: { params: { id: assessmentIds.completed }, body: { reason: 'It was judged by the wrong rubric.' } },
  replies: {
    200: {
      description: 'The assessment, which has begun again and which the caller holds.',
      schema: assessment,
      etag: true,
      assessmentRevision: true,
      example: {
        ...assessmentExample,
        revision: 2,
        scores: {},
        points: 0,
        byCriterion: {},
        parts: [],
        upstreamPoints: null,
      },
    },
  },
  problems: ['not_in_state', 'delivery_pending', 'delivery_ambiguous'],
})
