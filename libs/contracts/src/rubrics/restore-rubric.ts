import { defineOperation } from '../operation/operation.ts'
import { rubricIds } from './rubric-examples.ts'
import { rubricParams } from './rubric.ts'

export const restoreRubric = defineOperation({
  method: 'post',
  path: '/rubrics/{rubricId}/restore',
  tag: 'grading',
  allow: 'teacher',
  subject: 'rubric',
  summary: 'Restore an archived rubric',
  description: 'Makes an archived rubric published again, as it was.',
  params: rubricParams,
  ifMatch: true,
  example: { params: { rubricId: rubricIds.archived }, revision: 3 },
  replies: { 204: { description: 'The rubric is published.', etag: true } },
  problems: ['not_in_state'],
})
