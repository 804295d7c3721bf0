import { assessmentExample } from '../assessments/assessment-examples.ts'
import { assessment } from '../assessments/assessment.ts'
import { defineOperation } from '../operation.ts'
import { usualLimitMs } from '../paging.ts'
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
    'A submission that waits, or whose claim has ended. One that a newer submission supersedes can be claimed if somebody has begun it. For its',
    'holder the lease begins again. Whoever may read it but not grade it, and whoever handed it in, gets 403.',
  ].join(' '),
  params: submissionParams,
  example: { params: { submissionId: 9101 } },
  replies: {
    200: {
      description: 'The caller held it already.',
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
  },
  problems: ['forbidden', 'already_claimed', 'claim_limit', 'not_in_state'],
  timeLimitMs: usualLimitMs,
})
