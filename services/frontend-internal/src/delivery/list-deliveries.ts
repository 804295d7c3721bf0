import { selectDeliveries } from '@course-grading/data/delivery/delivery-views'
import { pageReply } from '@course-grading/http-kit'
import type { FrontendHandler } from '../access/handler.ts'
import { toDelivery } from './to-delivery.ts'

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
  return pageReply({ rows, page, keyOf: ({ ordinal }) => [ordinal], itemOf: ({ delivery }) => toDelivery(delivery) })
}
