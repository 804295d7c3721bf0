import Type from 'typebox'
import { defineOperation } from '../operation/operation.ts'
import { exerciseQuery, submissionParams } from './capability.ts'

export const deleteCapability = defineOperation({
  method: 'delete',
  path: '/manual-grading/capabilities/{submissionId}',
  tag: 'capabilities',
  allow: 'service',
  subject: 'capability',
  summary: 'Delete one capability',
  description:
    'Deletes the capability of a submission. Its queue entry is deleted too, unless its assessment has begun.',
  params: submissionParams,
  query: Type.Object({
    courseId: Type.Optional(exerciseQuery.courseId),
    exerciseId: Type.Optional(exerciseQuery.exerciseId),
  }),
  example: { params: { submissionId: 3001 }, query: { courseId: 11, exerciseId: 1103 } },
  replies: { 204: { description: 'The capability is deleted.' } },
  problems: ['delivery_pending', 'delivery_ambiguous'],
})
