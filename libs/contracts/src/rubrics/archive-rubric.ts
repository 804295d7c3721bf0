import { defineOperation } from '../operation/operation.ts'
import { rubricIds } from './rubric-examples.ts'
import { rubricParams } from './rubric.ts'

export const archiveRubric = defineOperation({
  method: 'post',
  path: '/rubrics/{rubricId}/archive',
  tag: 'grading',
  allow: 'teacher',
  subject: 'rubric',
  summary: 'Archive a rubric',
  description:
    'Archives a published rubric that no exercise is graded by. Assessments that were judged by it stay, and so does its draft.',
  params: rubricParams,
  ifMatch: true,
  example: { params: { rubricId: rubricIds.finished }, revision: 2 },
  replies: { 204: { description: 'The rubric is archived.', etag: true } },
  problems: ['not_in_state', 'rubric_in_use'],
})
