import { defineOperation } from '../operation/operation.ts'
import { rubricIds } from './rubric-examples.ts'
import { rubricParams } from './rubric.ts'

export const deleteRubric = defineOperation({
  method: 'delete',
  path: '/rubrics/{rubricId}',
  tag: 'grading',
  allow: 'teacher',
  subject: 'rubric',
  summary: 'Delete a rubric that was never published',
  description: 'Assessments may refer to a rubric that was ever published, so such a rubric can only be archived.',
  params: rubricParams,
  ifMatch: true,
  example: { params: { rubricId: rubricIds.draft }, revision: 1 },
  replies: { 204: { description: 'The rubric no longer exists.' } },
  problems: ['rubric_in_use'],
})
