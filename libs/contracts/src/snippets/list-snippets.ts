import Type from 'typebox'
import { courseParams } from '../schemas/ids.ts'
import { defineOperation } from '../operation/operation.ts'
import { instantKey, pageOf, pageQuery, recordKey } from '../schemas/paging.ts'
import { searchQuery } from '../schemas/search-query.ts'
import { snippetExample } from './snippet-examples.ts'
import { offeredFor, snippet } from './snippet.ts'

export const listSnippets = defineOperation({
  method: 'get',
  path: '/courses/{courseId}/snippets',
  tag: 'grading',
  allow: 'grader',
  summary: 'List the snippets to insert',
  description:
    "The course's snippets and the caller's own, without retired ones, the most used first; of those used equally often, the newest first. In pages, what was used since the first page comes once more at the end, so that nothing is left out. It may be called at every keystroke.",
  params: courseParams,
  query: Type.Object({
    q: searchQuery('snippets with these words, or parts of words, in their label or texts'),
    ...offeredFor,
    ...pageQuery,
  }),
  pageKey: [Type.Integer({ minimum: -1, maximum: Number.MAX_SAFE_INTEGER }), ...recordKey, instantKey] as const,
  example: { params: { courseId: 11 }, query: { q: 'names', exerciseId: 1103, criterionId: 'style', limit: 20 } },
  replies: {
    200: {
      description: 'A page of snippets.',
      schema: pageOf(snippet),
      example: { items: [snippetExample], nextCursor: null },
    },
  },
})
