import {
  type LeasedVerification,
  recordReadBack,
  recordStandingCancelled,
  recordVerification,
} from '@course-grading/data/delivery/verification-queries'
import { detailUrlOf } from '@course-grading/domain/delivery/callback-url'
import { type FoundSend, readBack, type ReadBackVerdict } from '@course-grading/domain/delivery/verification-verdict'
import { errorFacts } from '@course-grading/http-kit'
import { CallbackError } from '../../callback/callback-error.ts'
import { openCapability } from './prepare.ts'
import { untilRecorded } from '../send/until-recorded.ts'
import { followFirstSeen } from './verify-after-send.ts'
import type { WorkerDeps } from '../deps/worker-deps.ts'

/** Only our mark proves that the grade of an ambiguous or cancelled delivery arrived; anything else is recorded and changes nothing. */
export async function readBackDelivery(deps: WorkerDeps, verification: LeasedVerification): Promise<void> {
  const { database, logger, metrics, times } = deps
  const { deliveryId, sendNumber } = verification
  const seen = await verify(deps, verification)
  if (seen === 'stopped') return
  metrics.verified('read_back', seen.verdict)
  const withinMs = times.verificationLeaseS * 1000
  if (seen.verdict === 'read_back') return await recordFound(deps, verification, seen)
  await untilRecorded(
    deps,
    deliveryId,
    () => recordVerification(database, { ...verification, seen: seen.verdict === 'unproven' ? seen.seen : null }),
    withinMs,
  )
  logger.warn('unclear grade not found upstream', {
    event: 'delivery_verified',
    deliveryId,
    sendNumber,
    outcome: seen.verdict,
  })
}

async function recordFound(deps: WorkerDeps, verification: LeasedVerification, found: FoundSend): Promise<void> {
  const { database, logger, metrics, times } = deps
  const { state, deliveryId } = verification
  const { sendNumber, shown, standing } = found
  const step = { ...verification, shown, standing }
  const write = () =>
    state === 'cancelled'
      ? recordStandingCancelled(database, { ...step, foundNumber: sendNumber })
      : recordReadBack(database, step)
  const recorded = await untilRecorded(deps, deliveryId, write, times.verificationLeaseS * 1000)
  if (recorded !== 'written') return
  const fields = { event: 'delivery_read_back', deliveryId, sendNumber }
  if (state === 'cancelled') logger.warn('cancelled grade found upstream', fields)
  else {
    metrics.ended('delivered', 'read_back')
    logger.info('ambiguous grade found upstream', fields)
  }
  await followFirstSeen(deps, verification, found)
}

/** `stopped`: the process ends, and leaves the verification to another process. */
async function verify(deps: WorkerDeps, verification: LeasedVerification): Promise<ReadBackVerdict | 'stopped'> {
  const { deliveryId, sendNumber } = verification
  let releaseSlot = (): void => {}
  try {
    const target = openCapability(deps, verification)
    releaseSlot = await deps.slots.take(target.origin, { waitMs: deps.times.verificationWaitMs, signal: deps.stopping })
    const reply = await deps.callbacks.verify(detailUrlOf(target), deps.stopping)
    return readBack({ ...verification, reply, sent: verification })
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
