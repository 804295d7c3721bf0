import type { LeasedDelivery } from '@course-grading/data/delivery/lease-delivery'
import { recordVerifiedAfter } from '@course-grading/data/delivery/standing-queries'
import { type CallbackTarget, detailUrlOf } from '@course-grading/domain/delivery/callback-url'
import { judgeAfterSend } from '@course-grading/domain/delivery/verification-verdict'
import { errorFacts } from '@course-grading/http-kit'
import { reportStandingChanged } from './verify-standing.ts'
import type { WorkerDeps } from '../worker-deps.ts'

/** Records once, outside the lease, what upstream shows and whose grade stands, so that a later delivery knows ours. May fail. */
export async function verifyAfterSend(
  deps: WorkerDeps,
  delivery: LeasedDelivery,
  target: CallbackTarget,
  graderIdBefore: number | null,
): Promise<void> {
  const { callbacks, database, stopping, logger, metrics } = deps
  const { deliveryId, epoch, sendNumber, submissionId } = delivery
  try {
    const reply = await callbacks.verify(detailUrlOf(target), stopping)
    const seen = judgeAfterSend({ reply, submissionId, sent: { deliveryId, sendNumber }, graderIdBefore })
    metrics.verified('after_send', seen === null || seen.standing === null ? 'nothing_kept' : 'kept')
    if (seen === null) return
    const isKept = await recordVerifiedAfter(database, { deliveryId, epoch, ...seen })
    if (isKept && seen.standing === null) reportStandingChanged(deps, 'after_send', delivery)
  } catch (error) {
    metrics.verified('after_send', 'failed')
    logger.warn('verification after send failed', { deliveryId, sendNumber, ...errorFacts(error) })
  }
}
