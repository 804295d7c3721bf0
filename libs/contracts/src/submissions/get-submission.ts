import { defineOperation } from '../operation/operation.ts'
import { submissionDetailExample } from './submission-examples.ts'
import { submissionDetail, submissionParams } from './submission.ts'

export const getSubmission = defineOperation({
  method: 'get',
  path: '/submissions/{submissionId}',
  tag: 'submissions',
  allow: 'grader_or_submitter',
  subject: 'submission',
  summary: 'Get a submission',
  description:
    'A submission, with the other ones of the same people. A submission that the learning platform does not show to the caller is not shown here either. If it no longer has the submission of somebody whom a teacher or a grader reads, although it shows them another one of the exercise, the submission is gone.',
  params: submissionParams,
  example: { params: { submissionId: 3001 } },
  replies: { 200: { description: 'The submission.', schema: submissionDetail, example: submissionDetailExample } },
  problems: ['forbidden'],
  upstreamLimitMs: 10_000,
})
