import { type LeasedDelivery, recordAfterLook } from '@course-grading/data'
import { type CallbackTarget, lookUrlOf, standingAfter } from '@course-grading/domain'
import { errorFacts } from '@course-grading/http-kit'
import type { WorkerDeps } from './worker-deps.ts'

/**
 * One look right after a grade arrived, so that a later delivery knows our own grade from somebody else's. Outside of the lease,
 * once, and whatever becomes of it changes nothing of the delivery.
 */
export async function lookAfterwards(
  { callbacks, database, stopping, logger, metrics }: WorkerDeps, delivery: LeasedDelivery, target: CallbackTarget, graderIdBefore: number | null,
): Promise<void> {
  const { deliveryId, epoch, sendNumber, submissionId } = delivery
  try {
    const answer = await callbacks.look(lookUrlOf(target), stopping)
    const standing = standingAfter({ answer, submissionId, sent: { deliveryId, sendNumber }, graderIdBefore })
    metrics.looked('after_send', standing === null ? 'nothing_kept' : 'kept')
    if (standing !== null) await recordAfterLook(database, { deliveryId, epoch, standing })
  } catch (error) {
    metrics.looked('after_send', 'failed')
    logger.warn('look afterwards failed', { deliveryId, sendNumber, ...errorFacts(error) })
  }
}
