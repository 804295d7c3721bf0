import {
  type LeasedVerification,
  recordReadBack,
  recordStandingCancelled,
  recordVerification,
} from '@course-grading/data/delivery/verification-queries'
import { followShownStatus } from '@course-grading/data/submissions/uncounted'
import { detailUrlOf } from '@course-grading/domain/delivery/callback-url'
import {
  type CancelledVerdict,
  readBack,
  readBackCancelled,
  type ReadBackVerdict,
} from '@course-grading/domain/delivery/verification-verdict'
import { errorFacts } from '@course-grading/http-kit'
import { CallbackError } from '../../callback/callback-error.ts'
import { openCapability } from './prepare.ts'
import { untilRecorded } from '../send/until-recorded.ts'
import type { WorkerDeps } from '../worker-deps.ts'

/** Only our mark proves that the grade of an ambiguous or cancelled delivery arrived; anything else is recorded and changes nothing. */
export async function readBackDelivery(deps: WorkerDeps, verification: LeasedVerification): Promise<void> {
  const { database, logger, metrics, times } = deps
  const { state, deliveryId, sendNumber, verificationEpoch } = verification
  const key = { state, deliveryId, sendNumber, verificationEpoch }
  const seen = await verify(deps, verification)
  if (seen === 'stopped') return
  metrics.verified('read_back', seen.verdict)
  const withinMs = times.verificationLeaseS * 1000
  if (seen.verdict === 'read_back' && 'shown' in seen) {
    const found = { ...key, foundNumber: seen.sendNumber, shown: seen.shown, standing: seen.standing }
    const outcome = await untilRecorded(deps, deliveryId, () => recordStandingCancelled(database, found), withinMs)
    if (outcome !== 'written') return
    await followShownStatus(database, { deliveryId, status: seen.shown.status })
    logger.warn('cancelled grade found upstream', {
      event: 'delivery_read_back',
      deliveryId,
      sendNumber: seen.sendNumber,
    })
    return
  }
  if (seen.verdict === 'read_back') {
    if ((await untilRecorded(deps, deliveryId, () => recordReadBack(database, key), withinMs)) !== 'written') return
    metrics.ended('delivered', 'read_back')
    logger.info('ambiguous grade found upstream', { event: 'delivery_read_back', deliveryId, sendNumber })
    return
  }
  await untilRecorded(
    deps,
    deliveryId,
    () => recordVerification(database, { ...key, seen: seen.verdict === 'unproven' ? seen.seen : null }),
    withinMs,
  )
  logger.warn('unclear grade not found upstream', {
    event: 'delivery_verified',
    deliveryId,
    sendNumber,
    outcome: seen.verdict,
  })
}

/** `stopped`: the process ends, and leaves the verification to another process. */
async function verify(
  deps: WorkerDeps,
  verification: LeasedVerification,
): Promise<ReadBackVerdict | CancelledVerdict | 'stopped'> {
  const { state, deliveryId, sendNumber, submissionId } = verification
  let releaseSlot = (): void => {}
  try {
    const target = openCapability(deps, verification)
    releaseSlot = await deps.slots.take(target.origin, { waitMs: deps.times.verificationWaitMs, signal: deps.stopping })
    const reply = await deps.callbacks.verify(detailUrlOf(target), deps.stopping)
    return state === 'cancelled'
      ? readBackCancelled({ reply, submissionId, deliveryId })
      : readBack({ reply, submissionId, sent: { deliveryId, sendNumber } })
  } catch (error) {
    if (error instanceof CallbackError && error.reason === 'stopped') return 'stopped'
    const reason = error instanceof CallbackError ? error.reason : 'unexpected'
    const fields = { deliveryId, sendNumber, reason, ...errorFacts(error) }
    if (reason === 'key_unknown' || reason === 'unexpected') deps.logger.error('verification failed', fields)
    else deps.logger.warn('verification failed', fields)
    return { verdict: 'not_understood' }
  } finally {
    releaseSlot()
  }
}
