import { findDelivery, resolveDelivery as resolve, withSerializationRetry } from '@course-grading/data'
import { DomainError } from '@course-grading/domain'
import { defineHandler } from '@course-grading/http-kit'
import type { Deps } from '../deps.ts'
import type { FrontendHandler } from '../handlers.ts'
import { admitDelivery } from './admit-delivery.ts'
import { shownDelivery } from './shown-delivery.ts'

export const resolveDelivery = (deps: Deps): FrontendHandler<'resolveDelivery'> => defineHandler({
  admit: (admission) => admitDelivery(deps, admission),
  handle: async ({ resource: { id, courseId, submissionId }, body: { as, reason }, caller, requestId }) => {
    const request = { deliveryId: id, courseId, as, reason, byUserId: caller.userId, settleS: deps.settleS }
    const { said, delivery } = await withSerializationRetry(() => deps.database.transaction(async (tx) => {
      const outcome = await resolve(tx, request)
      return { said: outcome, delivery: outcome.outcome === 'resolved' ? await findDelivery(tx, id) : null }
    }))
    if (said.outcome === 'not_in_state') {
      const { state, retryAfterS } = said
      throw new DomainError('not_in_state', { detail: state, ...(retryAfterS !== null && { retryAfterS }) })
    }
    if (delivery === null) throw new DomainError('not_found')
    deps.logger.info('delivery resolved', {
      event: 'delivery_resolved', deliveryId: id, courseId, submissionId, outcome: as, userId: caller.userId, requestId,
    })
    return { status: 200, json: JSON.stringify(shownDelivery(delivery)) }
  },
})
