import { snippetBody } from '../operation/limits.ts'
import { defineOperation } from '../operation/operation.ts'
import { snippetChangeExample, snippetExample } from './snippet-examples.ts'
import { snippetChange, snippetParams } from './snippet.ts'

export const putSnippet = defineOperation({
  method: 'put',
  path: '/snippets/{snippetId}',
  tag: 'grading',
  allow: 'grader',
  subject: 'snippet',
  summary: 'Change a snippet',
  description:
    'Teachers may change snippets of the course, and only its owner a personal one. Comments that were inserted before keep their text. A retired snippet cannot be changed.',
  params: snippetParams,
  body: snippetChange,
  maxBody: snippetBody,
  ifMatch: true,
  example: { params: { snippetId: snippetExample.snippetId }, revision: 1, body: snippetChangeExample },
  replies: { 204: { description: 'The snippet is changed.', etag: true } },
  problems: ['not_in_state'],
})
