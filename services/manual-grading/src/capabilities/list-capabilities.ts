import { selectCapabilities } from '@course-grading/data/capabilities/capability-queries'
import { pageReply } from '@course-grading/http-kit'
import type { GraderHandler } from '../access/handler.ts'

export const listCapabilities: GraderHandler<'listCapabilities'> = async (
  { query: { courseId, exerciseId, state = null }, page },
  { database },
) => {
  const rows = await selectCapabilities(database, {
    courseId,
    exerciseId,
    state,
    after: page.after?.[0] ?? null,
    limit: page.limit + 1,
  })
  return pageReply({ rows, page, keyOf: ({ submissionId }) => [submissionId], itemOf: (row) => row })
}
