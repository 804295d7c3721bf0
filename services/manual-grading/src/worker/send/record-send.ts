import type { LeasedDelivery } from '@course-grading/data/delivery/lease-delivery'
import { recordOutcome, recordUnsent } from '@course-grading/data/delivery/record-outcome'
import { neverSent, type SendKind } from '@course-grading/domain/delivery/classify-send'
import { loggedOutcome, planNextAttempt } from './record-before-start.ts'
import type { SendResult } from './send.ts'
import { untilRecorded } from './until-recorded.ts'
import type { WorkerDeps } from '../worker-deps.ts'

/** Records the outcome for as long as that takes: a late worker still has proof. True if it is recorded as `delivered`. */
export async function recordSend(deps: WorkerDeps, delivery: LeasedDelivery, sent: SendResult): Promise<boolean> {
  const { database, logger, metrics } = deps
  const { deliveryId, epoch, sendNumber } = delivery
  const { phase, status } = sent
  const record = { deliveryId, epoch, phase, status, diagnostics: diagnosticsOf(sent) }
  const factsOf = (kind: SendKind) => ({
    deliveryId,
    sendNumber,
    kind,
    phase,
    durationMs: Math.round(sent.durationMs),
    ...(status !== null && { status }),
  })
  metrics.sent(sent.outcome, sent.durationMs / 1000)

  const wasSent = sent.outcome !== 'unsent' && sent.outcome !== 'pending'
  const plan = planNextAttempt(delivery)
  if (!wasSent && plan.again) {
    const { kind } = sent
    const written = await untilRecorded(deps, deliveryId, () =>
      recordUnsent(database, { ...record, kind, delayMs: plan.waitMs }),
    )
    if (written !== 'not_ours') metrics.ended('unsent', kind)
    const fields = {
      event: 'delivery_unsent',
      ...factsOf(kind),
      outcome: written === 'written' ? 'pending' : 'not_ours',
    } as const
    if (sent.alert) logger.error('grade not sent', fields)
    else logger.warn('grade not sent', fields)
    return false
  }

  // A delivery that could not be sent for days is given up.
  const { outcome, kind } = wasSent
    ? { outcome: sent.outcome, kind: sent.kind }
    : { outcome: 'refused' as const, kind: neverSent.kind }
  const written = await untilRecorded(deps, deliveryId, () => recordOutcome(database, { ...record, outcome, kind }))
  // `not_ours`: a person has decided. `unknown`: the process ends before the database is back.
  if (written !== 'not_ours') metrics.ended(outcome, kind)
  const fields = { ...factsOf(kind), outcome: loggedOutcome(outcome, written) }
  if (outcome === 'delivered') logger.info('grade delivered', { event: 'delivery_delivered', ...fields })
  else if (outcome === 'refused') logger.error('grade refused', { event: 'delivery_refused', ...fields })
  else logger.error('grade may have arrived', { event: 'delivery_ambiguous', ...fields })
  return written === 'written' && outcome === 'delivered'
}

/** Has codes of closed lists and numbers; nothing of the URL, of the reply, or of a student. */
function diagnosticsOf({ phase, kind, status, bytes, durationMs, retryAfterS }: SendResult): string {
  return JSON.stringify({
    phase,
    kind,
    status,
    replyBytes: bytes,
    durationMs: Math.round(durationMs),
    ...(retryAfterS !== null && { retryAfterS }),
  })
}
