import { defineOperation } from '../operation/operation.ts'
import { submissionParams } from './submission.ts'

export const getSubmissionArchive = defineOperation({
  method: 'get',
  path: '/submissions/{submissionId}/archive',
  tag: 'submissions',
  allow: 'grader_or_submitter',
  subject: 'submission',
  summary: 'A submission as a ZIP file',
  description:
    'The files and the form answers of a submission. The last entry, `manifest.csv`, begins with a byte order mark, and has a line for each file, including those that could not be read.',
  params: submissionParams,
  example: { params: { submissionId: 3001 } },
  replies: { 200: { description: 'The archive.', mediaType: 'application/zip', isUnlimited: true, example: 'PK…' } },
  problems: ['forbidden'],
  upstreamLimitMs: 10_000,
})
