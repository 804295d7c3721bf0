import Type from 'typebox'
import { exerciseQuery, submissionParams } from '../capabilities/capability.ts'
import { defineOperation } from '../operation.ts'
import { usualLimitMs } from '../paging.ts'

const resetCounts = Type.Object(
  {
    assessments: Type.Integer(),
    feedback: Type.Integer(),
    deliveries: Type.Integer(),
  },
  { title: 'ResetCounts', description: 'How many rows of fixtures were deleted.' },
)

export const resetAssessments = defineOperation({
  method: 'delete',
  path: '/manual-grading/assessments',
  tag: 'grading',
  allow: 'fixture_tooling',
  summary: 'Reset what fixtures made',
  description:
    'Deletes assessments, feedback and deliveries that grew from fixtures, and nothing else. The learning platform keeps what it was sent, so that a new grade is refused there until it has sent the submission to the grader again. Only where fixture tooling is on.',
  query: Type.Object({ ...exerciseQuery, submissionId: Type.Optional(submissionParams.properties.submissionId) }),
  example: { query: { courseId: 11, exerciseId: 1103, submissionId: 3001 } },
  replies: {
    200: { description: 'How many.', schema: resetCounts, example: { assessments: 3, feedback: 0, deliveries: 3 } },
  },
  problems: [],
  timeLimitMs: usualLimitMs,
})
