import { selectSnippets } from '@course-grading/data/snippets/list-snippets'
import { pageReply } from '@course-grading/http-kit'
import type { FrontendHandler } from '../access/handler.ts'
import { toSnippet } from './to-snippet.ts'

export const listSnippets: FrontendHandler<'listSnippets'> = async (
  { params: { courseId }, query, page, caller: { userId } },
  { database },
) => {
  const { q = null, exerciseId = null, criterionId = null } = query
  const rows = await selectSnippets(database, {
    courseId,
    userId,
    q,
    exerciseId,
    criterionId,
    after: page.after && { place: page.after[0], snippetId: page.after[1], firstPageAt: page.after[2] },
    limit: page.limit + 1,
  })
  return pageReply({
    rows,
    page,
    keyOf: ({ place, snippetId, firstPageAt }) => [place, snippetId, firstPageAt],
    itemOf: ({ place: _place, firstPageAt: _firstPageAt, ...snippet }) => toSnippet(snippet),
  })
}
