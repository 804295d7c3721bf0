import { listOwnFeedback } from '@course-grading/data/feedback/student-reads'
import { countedUpstream } from '@course-grading/domain/delivery/counted-upstream'
import { pageReply } from '@course-grading/http-kit'
import type { FrontendHandler } from '../access/handler.ts'

export const listMyFeedback: FrontendHandler<'listMyFeedback'> = async (
  { query: { courseId = null }, page, caller: { userId } },
  { database },
) => {
  const [publishedAt, id] = page.after ?? []
  const before = publishedAt === undefined || id === undefined ? null : { publishedAt, id }
  const rows = await listOwnFeedback(database, { userId, courseId, before, limit: page.limit + 1 })
  return pageReply({
    rows,
    page,
    keyOf: (row) => [row.publishedAt, row.id],
    itemOf: ({ upstream, ...row }) => ({ ...row, upstream: countedUpstream(upstream, row, 'student') }),
  })
}
