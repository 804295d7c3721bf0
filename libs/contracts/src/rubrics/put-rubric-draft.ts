import { rubricBody } from '../operation/limits.ts'
import { defineOperation } from '../operation/operation.ts'
import { givenRubric } from './rubric-document.ts'
import { rubricDocumentExample, rubricIds } from './rubric-examples.ts'
import { rubricParams } from './rubric.ts'

export const putRubricDraft = defineOperation({
  method: 'put',
  path: '/rubrics/{rubricId}/draft',
  tag: 'grading',
  allow: 'teacher',
  subject: 'rubric',
  summary: 'Write the draft of a rubric',
  description:
    'Replaces the draft, or begins one. Published versions stay as they are. An archived rubric cannot get a draft.',
  params: rubricParams,
  body: givenRubric,
  maxBody: rubricBody,
  ifMatch: true,
  example: { params: { rubricId: rubricIds.published }, revision: 3, body: rubricDocumentExample },
  replies: { 204: { description: 'The draft is stored.', etag: true } },
  problems: ['not_in_state'],
})
