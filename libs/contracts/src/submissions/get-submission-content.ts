import { defineOperation } from '../operation/operation.ts'
import { submissionContentExample } from './submission-examples.ts'
import { submissionContent } from './submission-content.ts'
import { submissionParams } from './submission.ts'

export const getSubmissionContent = defineOperation({
  method: 'get',
  path: '/submissions/{submissionId}/content',
  tag: 'submissions',
  allow: 'grader_or_submitter',
  subject: 'submission',
  summary: 'Get the content of a submission',
  description:
    'The files of a submission as text, compared with the templates of the exercise, and the answers in its form. The reply is below 25 MiB; files that do not fit have no text.',
  params: submissionParams,
  example: { params: { submissionId: 3001 } },
  replies: { 200: { description: 'The content.', schema: submissionContent, example: submissionContentExample } },
  problems: ['forbidden'],
  timeLimitMs: 120_000,
  upstreamLimitMs: 110_000,
})
