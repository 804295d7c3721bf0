import { assessmentExample } from '../assessments/assessment-examples.ts'
import { assessment } from '../assessments/assessment.ts'
import { exerciseParams } from '../grading/exercise-grading.ts'
import { defineOperation } from '../operation.ts'
import { usualLimitMs } from '../paging.ts'
import { claimedExample } from './claim-examples.ts'

export const claimNext = defineOperation({
  method: 'post',
  path: '/courses/{courseId}/exercises/{exerciseId}/claims',
  tag: 'grading',
  allow: 'grader',
  subject: 'exercise',
  summary: 'Claim the next submission',
  description: [
    'The first submission that waits and that the caller may grade, in the order of the exercise, postponed ones last: its assessment begins,',
    'or its draft is taken up. While the caller holds one that was claimed so and never saved, it is answered again with 200. Never one that',
    'the caller handed in. Where all that waits is being changed at this moment, the reply is 503 `overloaded`, and 204 only where nothing',
    'waits. An exercise that the course does not grade by hand now is 409 `not_in_state`.',
  ].join(' '),
  params: exerciseParams,
  example: { params: { courseId: 11, exerciseId: 1103 } },
  replies: {
    200: {
      description: 'The caller holds this one already, and has not saved it.',
      schema: assessment,
      etag: true,
      assessmentRevision: true,
      example: assessmentExample,
    },
    201: {
      description: 'The caller holds it now.',
      schema: assessment,
      etag: true,
      assessmentRevision: true,
      example: claimedExample,
    },
    204: { description: 'Nothing is left for the caller.' },
  },
  problems: ['claim_limit', 'not_in_state'],
  timeLimitMs: usualLimitMs,
})
