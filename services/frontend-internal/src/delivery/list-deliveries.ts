import { selectDeliveries } from '@course-grading/data/delivery/delivery-views'
import { pageReply } from '@course-grading/http-kit'
import type { FrontendHandler } from '../access/handler.ts'
import { listSubmitters } from '@course-grading/data/submissions/list-submitters'
import { withSubmitters } from './to-delivery.ts'

export const listDeliveries: FrontendHandler<'listDeliveries'> = async (
  { params: { courseId }, query: { state = null }, page },
  { database },
) => {
  const rows = await selectDeliveries(database, {
    courseId,
    state,
    before: page.after?.[0] ?? null,
    limit: page.limit + 1,
  })
  const submitters = await listSubmitters(
    database,
    rows.map(({ delivery }) => delivery.submissionId),
  )
  return pageReply({
    rows,
    page,
    keyOf: ({ ordinal }) => [ordinal],
    itemOf: ({ delivery }) => withSubmitters(delivery, submitters.get(delivery.submissionId)),
  })
}
