import { assessmentExample } from '../assessments/assessment-examples.ts'
import { assessment } from '../assessments/assessment.ts'
import { exerciseParams } from '../grading/exercise-grading.ts'
import { defineOperation } from '../operation/operation.ts'
import { claimedExample } from './claim-examples.ts'

export const claimNext = defineOperation({
  method: 'post',
  path: '/courses/{courseId}/exercises/{exerciseId}/claims',
  tag: 'grading',
  allow: 'grader',
  subject: 'exercise',
  summary: 'Claim the next submission',
  description: [
    'Claims the first submission that waits and that the caller may grade, in the order of the exercise, postponed ones last, the longest postponed one first. Its assessment begins,',
    'or its draft is continued. While the caller holds a submission that was claimed in this way and never saved, the reply is 200 with that one. The caller never gets a submission that',
    'the caller handed in. If others are changing all waiting submissions at this moment, the reply is 503 `overloaded`; it is 204 only if nothing',
    'waits. An exercise that the course does not grade by hand now is 409 `not_in_state`.',
  ].join(' '),
  params: exerciseParams,
  example: { params: { courseId: 11, exerciseId: 1103 } },
  replies: {
    200: {
      description: 'The caller already holds this submission, and has not saved it.',
      schema: assessment,
      etag: true,
      assessmentRevision: true,
      example: assessmentExample,
    },
    201: {
      description: 'The caller holds the submission now.',
      schema: assessment,
      etag: true,
      assessmentRevision: true,
      example: claimedExample,
    },
    204: { description: 'Nothing is left for the caller.' },
  },
  problems: ['claim_limit', 'not_in_state'],
})
