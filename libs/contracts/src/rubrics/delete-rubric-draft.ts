import { defineOperation } from '../operation/operation.ts'
import { rubricIds } from './rubric-examples.ts'
import { rubricParams } from './rubric.ts'

export const deleteRubricDraft = defineOperation({
  method: 'delete',
  path: '/rubrics/{rubricId}/draft',
  tag: 'grading',
  allow: 'teacher',
  subject: 'rubric',
  summary: 'Discard the draft of a rubric',
  description:
    'The latest version stays. A rubric that was never published has nothing else, so it is deleted as a whole.',
  params: rubricParams,
  ifMatch: true,
  example: { params: { rubricId: rubricIds.published }, revision: 3 },
  replies: { 204: { description: 'The rubric no longer has a draft.', etag: true } },
  problems: ['not_in_state'],
})
