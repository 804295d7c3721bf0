import { type LeasedVerification, recordVerification, recordReadBack } from '@course-grading/data'
import { detailUrlOf, readBack, type ReadBackVerdict } from '@course-grading/domain'
import { errorFacts } from '@course-grading/http-kit'
import { CallbackError } from '../../callback/callback-error.ts'
import { openCapability } from './prepare.ts'
import { untilRecorded } from '../send/until-recorded.ts'
import type { WorkerDeps } from '../worker-deps.ts'

/** Looks whether an ambiguous send arrived. Only its own mark says so; whatever else is seen is noted, and changes nothing. */
export async function lookUp(deps: WorkerDeps, look: LeasedVerification): Promise<void> {
  const { database, logger, metrics, times } = deps
  const { deliveryId, sendNumber, verificationEpoch } = look
  const key = { deliveryId, sendNumber, verificationEpoch }
  const seen = await see(deps, look)
  if (seen === 'stopped') return
  metrics.looked('read_back', seen.verdict)
  const within = times.verificationLeaseS * 1000
  if (seen.verdict === 'read_back') {
    if ((await untilRecorded(deps, deliveryId, () => recordReadBack(database, key), within)) !== 'written') return
    metrics.ended('delivered', 'read_back')
    logger.info('ambiguous grade found upstream', { event: 'delivery_read_back', deliveryId, sendNumber })
    return
  }
  await untilRecorded(
    deps,
    deliveryId,
    () => recordVerification(database, { ...key, seen: seen.verdict === 'unproven' ? seen.seen : null }),
    within,
  )
  logger.warn('ambiguous grade not found upstream', {
    event: 'delivery_verified',
    deliveryId,
    sendNumber,
    outcome: seen.verdict,
  })
}

/** A process that ends leaves the look to the next one. */
async function see(deps: WorkerDeps, look: LeasedVerification): Promise<ReadBackVerdict | 'stopped'> {
  const { deliveryId, sendNumber, submissionId } = look
  let giveBack = (): void => {}
  try {
    const target = openCapability(deps, look)
    giveBack = await deps.places.take(target.origin, { waitMs: deps.times.verificationWaitMs, signal: deps.stopping })
    const answer = await deps.callbacks.look(detailUrlOf(target), deps.stopping)
    return readBack({ answer, submissionId, sent: { deliveryId, sendNumber } })
  } catch (error) {
    if (error instanceof CallbackError && error.what === 'stopped') return 'stopped'
    const reason = error instanceof CallbackError ? error.what : 'unexpected'
    const fields = { deliveryId, sendNumber, reason, ...errorFacts(error) }
    if (reason === 'key_unknown' || reason === 'unexpected') deps.logger.error('look failed', fields)
    else deps.logger.warn('look failed', fields)
    return { verdict: 'not_understood' }
  } finally {
    giveBack()
  }
}
