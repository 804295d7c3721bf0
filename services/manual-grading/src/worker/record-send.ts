import { type LeasedDelivery, recordOutcome, recordUnsent } from '@course-grading/data'
import { neverSent } from '@course-grading/domain'
import { nextTry } from './record-before-door.ts'
import type { SendResult } from './send.ts'
import { untilRecorded } from './until-recorded.ts'
import type { WorkerDeps } from './worker-deps.ts'

/**
 * What became of a send, for as long as it takes to write it down: a worker that is late still has proof of what happened.
 * True when it is written as `delivered`.
 */
export async function recordSend(deps: WorkerDeps, delivery: LeasedDelivery, sent: SendResult): Promise<boolean> {
  const { database, logger, metrics } = deps
  const { deliveryId, epoch, sendNumber } = delivery
  const { kind, phase, status } = sent
  const record = { deliveryId, epoch, phase, status, diagnostics: diagnosticsOf(sent) }
  const fields = { deliveryId, sendNumber, kind, phase, durationMs: Math.round(sent.durationMs), ...(status !== null && { status }) }
  metrics.sent(sent.outcome, sent.durationMs / 1000)

  if (sent.outcome === 'unsent' || sent.outcome === 'pending') {
    const plan = nextTry(delivery)
    const written = await untilRecorded(deps, deliveryId, () => (plan.again
      ? recordUnsent(database, { ...record, kind, delayMs: plan.waitMs })
      : recordOutcome(database, { ...record, outcome: 'refused', kind: neverSent.kind })))
    metrics.ended('unsent', kind)
    const outcome = written ? 'pending' : 'not_ours'
    if (sent.alert) logger.error('grade not sent', { event: 'delivery_unsent', ...fields, outcome })
    else logger.warn('grade not sent', { event: 'delivery_unsent', ...fields, outcome })
    return false
  }

  const { outcome } = sent
  const written = await untilRecorded(deps, deliveryId, () => recordOutcome(database, { ...record, outcome, kind }))
  metrics.ended(outcome, kind)
  // Not ours any more: a person has decided, or the process ends before the database is back.
  const told = { ...fields, outcome: written ? outcome : 'not_recorded' }
  if (outcome === 'delivered') logger.info('grade delivered', { event: 'delivery_delivered', ...told })
  else if (outcome === 'refused') logger.error('grade refused', { event: 'delivery_refused', ...told })
  else logger.error('grade may have arrived', { event: 'delivery_ambiguous', ...told })
  return written && outcome === 'delivered'
}

/** Words of closed lists and numbers: nothing of the URL, the answer, or of a student. */
function diagnosticsOf({ phase, kind, status, bytes, durationMs, retryAfterS }: SendResult): string {
  return JSON.stringify({ phase, kind, status, answerBytes: bytes, durationMs: Math.round(durationMs), ...(retryAfterS !== null && { retryAfterS }) })
}
