import type { LeasedDelivery } from '@course-grading/data/delivery/lease-delivery'
import { type LeasedStandingVerification, recordVerifiedAfter } from '@course-grading/data/delivery/standing-queries'
import { recordShownUpstream } from '@course-grading/data/delivery/unverified-sends'
import { followShownStatus } from '@course-grading/data/submissions/uncounted'
import { type CallbackTarget, detailUrlOf } from '@course-grading/domain/delivery/callback-url'
import { judgeAfterSend } from '@course-grading/domain/delivery/verification-verdict'
import { errorFacts } from '@course-grading/http-kit'
import type { WorkerDeps } from '../worker-deps.ts'

/** Records, outside the lease, what upstream shows and whose grade stands. After a failure it is repeated as `recordSend` has scheduled. */
export async function verifyAfterSend(
  deps: WorkerDeps,
  delivery: LeasedDelivery,
  target: CallbackTarget,
  graderIdBefore: number | null,
): Promise<void> {
  const { callbacks, stopping, logger, metrics } = deps
  const { deliveryId, sendNumber } = delivery
  try {
    const reply = await callbacks.verify(detailUrlOf(target), stopping)
    await recordSeenAfter(deps, { ...delivery, graderIdBefore }, { reply, isLate: false })
  } catch (error) {
    metrics.verified('after_send', 'failed')
    logger.warn('verification after send failed', { deliveryId, sendNumber, ...errorFacts(error) })
  }
}

type VerifiedSend = Pick<
  LeasedStandingVerification,
  'deliveryId' | 'epoch' | 'sendNumber' | 'submissionId' | 'courseId' | 'exerciseId' | 'graderIdBefore'
>

/** If late, only a reply that names the send says whether its grade stood. False if the reply is not understood. */
export async function recordSeenAfter(
  deps: WorkerDeps,
  send: VerifiedSend,
  { reply, isLate }: { readonly reply: unknown; readonly isLate: boolean },
): Promise<boolean> {
  const { database, metrics } = deps
  const { deliveryId, epoch, sendNumber, submissionId, graderIdBefore } = send
  const seen = judgeAfterSend({ reply, submissionId, sent: { deliveryId, sendNumber }, graderIdBefore })
  metrics.verified('after_send', seen === null || seen.standing === null ? 'nothing_kept' : 'kept')
  if (seen === null) return false
  if (isLate && !seen.isNamed) {
    await recordShownUpstream(database, { deliveryId, epoch, shown: seen.shown })
  } else {
    const isKept = await recordVerifiedAfter(database, { deliveryId, epoch, ...seen })
    if (isKept && seen.standing === null) deps.reportStandingChange(send, 'after_send')
  }
  await followShownStatus(database, { deliveryId, status: seen.shown.status })
  return true
}
