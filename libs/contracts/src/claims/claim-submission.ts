import { assessmentExample } from '../assessments/assessment-examples.ts'
import { assessment } from '../assessments/assessment.ts'
import { defineOperation } from '../operation/operation.ts'
import { submissionParams } from '../submissions/submission.ts'
import { claimedExample } from './claim-examples.ts'

export const claimSubmission = defineOperation({
  method: 'post',
  path: '/submissions/{submissionId}/claims',
  tag: 'grading',
  allow: 'grader',
  subject: 'submission',
  summary: 'Claim a submission',
  description: [
    'Claims a submission that waits, or whose claim has ended. A superseded submission can be claimed if its assessment has begun, one that is gone cannot. For its',
    'holder the lease begins again. Callers who may read it but not grade it, and those who handed it in, get 403.',
  ].join(' '),
  params: submissionParams,
  example: { params: { submissionId: 9101 } },
  replies: {
    200: {
      description: 'The caller held the submission already.',
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
  },
  problems: ['forbidden', 'already_claimed', 'claim_limit', 'not_in_state'],
})
