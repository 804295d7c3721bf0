import { type LeasedDelivery, recordVerifiedAfter } from '@course-grading/data'
import { type CallbackTarget, detailUrlOf, judgeAfterSend } from '@course-grading/domain'
import { errorFacts } from '@course-grading/http-kit'
import { tellStandingChanged } from './verify-standing.ts'
import type { WorkerDeps } from '../worker-deps.ts'

/**
 * One look right after a grade arrived: what the learning platform made of it is kept for people, and whose grade it is so that a
 * later delivery knows our own from somebody else's. Outside of the lease, once, and its failure changes nothing of the delivery.
 */
export async function verifyAfterSend(
  deps: WorkerDeps,
  delivery: LeasedDelivery,
  target: CallbackTarget,
  graderIdBefore: number | null,
): Promise<void> {
  const { callbacks, database, stopping, logger, metrics } = deps
  const { deliveryId, epoch, sendNumber, submissionId } = delivery
  try {
    const answer = await callbacks.look(detailUrlOf(target), stopping)
    const seen = judgeAfterSend({ answer, submissionId, sent: { deliveryId, sendNumber }, graderIdBefore })
    metrics.looked('after_send', seen === null || seen.standing === null ? 'nothing_kept' : 'kept')
    if (seen === null) return
    const isKept = await recordVerifiedAfter(database, { deliveryId, epoch, ...seen })
    if (isKept && seen.standing === null) tellStandingChanged(deps, 'after_send', delivery)
  } catch (error) {
    metrics.looked('after_send', 'failed')
    logger.warn('look afterwards failed', { deliveryId, sendNumber, ...errorFacts(error) })
  }
}
