import { findDelivery } from '@course-grading/data/delivery/delivery-views'
import { recordResolution } from '@course-grading/data/delivery/resolve-delivery'
import { DomainError } from '@course-grading/domain/errors/domain-error'
import type { FrontendHandler } from '../access/handler.ts'
import { toDelivery } from './to-delivery.ts'

export const resolveDelivery: FrontendHandler<'resolveDelivery'> = async (
  { subject: { id, courseId, submissionId }, body: { as, reason }, caller, requestId },
  { database, logger },
) => {
  const request = { deliveryId: id, courseId, as, reason, byUserId: caller.userId }
  const { decision, delivery } = await database.transaction(async (tx) => {
    const outcome = await recordResolution(tx, request)
    return { decision: outcome, delivery: outcome.outcome === 'resolved' ? await findDelivery(tx, id) : null }
  })
  if (decision.outcome === 'not_in_state') {
    const { state, retryAfterS } = decision
    throw new DomainError('not_in_state', { detail: state, ...(retryAfterS !== null && { retryAfterS }) })
  }
  if (delivery === null) throw new DomainError('not_found')
  logger.info('delivery resolved', {
    event: 'delivery_resolved',
    deliveryId: id,
    courseId,
    submissionId,
    outcome: as,
    userId: caller.userId,
    requestId,
  })
  return { status: 200, body: await toDelivery(database, delivery) }
}
