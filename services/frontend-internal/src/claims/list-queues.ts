import { listQueues as listStored } from '@course-grading/data/claims/list-queues'
import { pageReply } from '@course-grading/http-kit'
import type { FrontendHandler } from '../access/handler.ts'
import { claimRestriction } from './claimer.ts'

export const listQueues: FrontendHandler<'listQueues'> = async (
  { access: member, params: { courseId }, query: { exerciseId = null }, page, caller: { userId } },
  { database },
) => {
  const rows = await listStored(database, {
    courseId,
    exerciseId,
    graderId: userId,
    restriction: claimRestriction(member),
    after: page.after?.[0] ?? null,
    limit: page.limit + 1,
  })
  return pageReply({ rows, page, keyOf: ({ exerciseId }) => [exerciseId], itemOf: (row) => row })
}
