import Type from 'typebox'
import { upstreamId } from '../schemas/ids.ts'
import { defineOperation } from '../operation/operation.ts'
import { submissionParams } from './submission.ts'

export const getSubmissionFile = defineOperation({
  method: 'get',
  path: '/submissions/{submissionId}/files/{fileId}',
  tag: 'submissions',
  allow: 'grader_or_submitter',
  subject: 'submission',
  summary: 'Get a file of a submission',
  description: 'All bytes of a file, unchanged from the learning platform. Range requests are not supported.',
  params: Type.Object({ ...submissionParams.properties, fileId: upstreamId('The file on the learning platform.') }),
  example: { params: { submissionId: 3001, fileId: 70001 } },
  replies: {
    200: {
      description: 'The bytes of the file.',
      mediaType: 'application/octet-stream',
      isUnlimited: true,
      example: 'def answer():\n    return 42\n',
    },
  },
  problems: ['forbidden'],
  upstreamLimitMs: 10_000,
})
