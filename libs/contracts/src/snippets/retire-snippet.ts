import { defineOperation } from '../operation/operation.ts'
import { snippetExample } from './snippet-examples.ts'
import { snippetParams } from './snippet.ts'

export const retireSnippet = defineOperation({
  method: 'delete',
  path: '/snippets/{snippetId}',
  tag: 'grading',
  allow: 'grader',
  subject: 'snippet',
  summary: 'Retire a snippet',
  description:
    'Teachers may retire snippets of the course, and only its owner a personal one. Comments that were inserted before keep their text.',
  params: snippetParams,
  ifMatch: true,
  example: { params: { snippetId: snippetExample.snippetId }, revision: 2 },
  replies: { 204: { description: 'The snippet is retired.', etag: true } },
  problems: ['not_in_state'],
})
