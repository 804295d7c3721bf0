import { listDeliveryFacts } from '@course-grading/data/delivery/delivery-facts'
import { selectDeliveries } from '@course-grading/data/delivery/delivery-views'
import { pageReply } from '@course-grading/http-kit'
import type { FrontendHandler } from '../access/handler.ts'
import { withFacts } from './to-delivery.ts'

export const listDeliveries: FrontendHandler<'listDeliveries'> = async (
  { params: { courseId }, query: { state = null, undeliverable = false }, page },
  { database },
) => {
  const rows = await selectDeliveries(database, {
    courseId,
    state,
    undeliverable,
    before: page.after?.[0] ?? null,
    limit: page.limit + 1,
  })
  const facts = await listDeliveryFacts(
    database,
    rows.map(({ delivery }) => delivery.id),
  )
  return pageReply({
    rows,
    page,
    keyOf: ({ ordinal }) => [ordinal],
    itemOf: ({ delivery }) => withFacts(delivery, facts.get(delivery.id)),
  })
}
