import Type from 'typebox'
import { defineOperation } from '../operation/operation.ts'
import { exerciseQuery } from './capability.ts'

const deletedCapabilities = Type.Object(
  {
    deleted: Type.Integer(),
    kept: Type.Integer({
      description: 'The number of capabilities that were kept, since their grade is on its way or may have arrived.',
    }),
  },
  { title: 'DeletedCapabilities', description: 'The outcome for the capabilities of an exercise.' },
)

export const deleteCapabilities = defineOperation({
  method: 'delete',
  path: '/manual-grading/capabilities',
  tag: 'capabilities',
  allow: 'service',
  summary: 'Delete the capabilities of an exercise',
  description:
    'Deletes every capability of one course and exercise, except those whose grade is on its way or may have arrived.',
  query: Type.Object(exerciseQuery),
  example: { query: { courseId: 11, exerciseId: 1103 } },
  replies: {
    200: {
      description: 'The numbers of capabilities that were deleted and kept.',
      schema: deletedCapabilities,
      example: { deleted: 12, kept: 1 },
    },
  },
})
