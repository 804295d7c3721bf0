import type { LeasedDelivery } from '@course-grading/data/delivery/lease-delivery'
import { type LeasedStandingVerification, recordVerifiedAfter } from '@course-grading/data/delivery/standing-queries'
import { recordShownUpstream } from '@course-grading/data/delivery/unverified-sends'
import { followShownStatus } from '@course-grading/data/submissions/uncounted'
import { type CallbackTarget, detailUrlOf } from '@course-grading/domain/delivery/callback-url'
import { type AfterSend, judgeAfterSend } from '@course-grading/domain/delivery/verification-verdict'
import { errorFacts } from '@course-grading/http-kit'
import type { ReportStandingChange, WorkerDeps } from '../deps/worker-deps.ts'

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
    await recordSeenAfter(deps, { ...delivery, graderIdBefore, confirmedBy: 'answer', isLate: false }, { reply })
  } catch (error) {
    metrics.verified('after_send', 'failed')
    logger.warn('verification after send failed', { deliveryId, sendNumber, ...errorFacts(error) })
  }
}

type VerifiedSend = Pick<
  LeasedStandingVerification,
  | 'deliveryId'
  | 'epoch'
  | 'sendNumber'
  | 'submissionId'
  | 'courseId'
  | 'exerciseId'
  | 'graderIdBefore'
  | 'confirmedBy'
  | 'isLate'
>

/** If late, only a reply that names the send says whether its grade stood. False if the reply is not understood. */
export async function recordSeenAfter(
  deps: WorkerDeps,
  send: VerifiedSend,
  { reply }: { readonly reply: unknown },
): Promise<boolean> {
  const { database, metrics } = deps
  const { deliveryId, epoch, isLate } = send
  const seen = judgeAfterSend({ ...send, reply, sent: send })
  metrics.verified('after_send', seen === null || seen.standing === null ? 'nothing_kept' : 'kept')
  if (seen === null) return false
  if (isLate && !seen.isNamed) {
    await recordShownUpstream(database, { deliveryId, epoch, shown: seen.shown })
    await followShownStatus(database, { deliveryId, status: seen.shown.status })
  } else if (await recordVerifiedAfter(database, { deliveryId, epoch, ...seen }))
    await followFirstSeen(deps, send, seen)
  return true
}

/** What else follows from the first reply that shows what became of a grade, once it is recorded. */
export async function followFirstSeen(
  { database, reportStandingChange }: Pick<WorkerDeps, 'database' | 'reportStandingChange'>,
  delivery: Parameters<ReportStandingChange>[0],
  { shown, standing }: AfterSend,
): Promise<void> {
  if (standing === null) reportStandingChange(delivery, 'after_send')
  await followShownStatus(database, { deliveryId: delivery.deliveryId, status: shown.status })
}
