import Type from 'typebox'
import { exerciseQuery, submissionParams } from '../capabilities/capability.ts'
import { defineOperation } from '../operation/operation.ts'

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
  summary: 'Reset the assessments of fixtures',
  description:
    'Deletes assessments, feedback and deliveries of fixtures, and nothing else. The learning platform keeps the grades that it was sent, so a new grade is refused until the platform has sent the submission to the grader again. Only available if fixture tooling is on.',
  query: Type.Object({ ...exerciseQuery, submissionId: Type.Optional(submissionParams.properties.submissionId) }),
  example: { query: { courseId: 11, exerciseId: 1103, submissionId: 3001 } },
  replies: {
    200: {
      description: 'The numbers of deleted rows.',
      schema: resetCounts,
      example: { assessments: 3, feedback: 0, deliveries: 3 },
    },
  },
})
