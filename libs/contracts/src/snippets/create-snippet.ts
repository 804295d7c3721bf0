import { courseParams } from '../schemas/ids.ts'
import { snippetBody } from '../operation/limits.ts'
import { defineOperation } from '../operation/operation.ts'
import { snippetChangeExample, snippetExample } from './snippet-examples.ts'
import { newSnippet, snippet } from './snippet.ts'

export const createSnippet = defineOperation({
  method: 'post',
  path: '/courses/{courseId}/snippets',
  tag: 'grading',
  allow: 'grader',
  summary: 'Create a snippet',
  description: [
    'Graders may create personal snippets, and teachers also those of the course. A course has at most 2,000, and a person 500 in all courses',
    'together; retired ones do not count. One more is 400 with the issue `too_large` at `$.scope`.',
  ].join(' '),
  params: courseParams,
  body: newSnippet,
  maxBody: snippetBody,
  example: { params: { courseId: 11 }, body: { scope: 'course', ...snippetChangeExample } },
  replies: { 201: { description: 'The snippet is created.', schema: snippet, etag: true, example: snippetExample } },
})
