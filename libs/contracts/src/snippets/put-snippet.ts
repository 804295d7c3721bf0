import { defineOperation } from '../operation.ts'
import { usualLimitMs } from '../paging.ts'
import { snippetChangeExample, snippetExample } from './snippet-examples.ts'
import { snippetChange, snippetParams } from './snippet.ts'

export const putSnippet = defineOperation({
  method: 'put',
  path: '/snippets/{snippetId}',
  tag: 'grading',
  allow: 'grader',
  subject: 'snippet',
  summary: 'Change a comment',
  description:
    'For teachers; a personal one for its owner alone. What was inserted before keeps its text. One that is retired stays as it is.',
  params: snippetParams,
  body: snippetChange,
  ifMatch: true,
  example: { params: { snippetId: snippetExample.snippetId }, revision: 1, body: snippetChangeExample },
  replies: { 204: { description: 'The snippet is changed.', etag: true } },
  problems: ['not_in_state'],
  timeLimitMs: usualLimitMs,
})
