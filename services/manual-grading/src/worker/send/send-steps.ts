import type { LeasedDelivery } from '@course-grading/data/delivery/lease-delivery'
import { recordOutcome, recordUnsent } from '@course-grading/data/delivery/record-outcome'
import { neverSent } from '@course-grading/domain/delivery/classify-send'
import type { WorkerDeps } from '../deps/worker-deps.ts'
import { planNextAttempt } from './before-start-steps.ts'
import type { Step } from './record-step.ts'
import type { SendResult } from './send.ts'

/** The end of a started send. It is written for as long as that takes: a late worker still has proof. */
export function sendStep(deps: Pick<WorkerDeps, 'database'>, delivery: LeasedDelivery, sent: SendResult): Step {
  const { outcome } = sent
  const plan = planNextAttempt(delivery)
  if (outcome !== 'unsent' && outcome !== 'pending') return endStep(deps, delivery, sent, { outcome, kind: sent.kind })
  if (plan.again) return unsentStep(deps, delivery, sent, plan.waitMs)
  // A delivery that could not be sent for days is given up.
  return endStep(deps, delivery, sent, { outcome: 'refused', kind: neverSent.kind })
}

function unsentStep(
  { database }: Pick<WorkerDeps, 'database'>,
  { deliveryId, epoch }: LeasedDelivery,
  sent: SendResult,
  delayMs: number,
): Step {
  const { kind, phase, status, alert } = sent
  const diagnostics = diagnosticsOf(sent)
  return {
    write: () => recordUnsent(database, { deliveryId, epoch, phase, status, diagnostics, kind, delayMs }),
    counted: ['unsent', kind],
    log: {
      level: alert ? 'error' : 'warn',
      text: 'grade not sent',
      fields: { event: 'delivery_unsent', kind, ...factsOf(sent) },
      outcome: ['pending', 'not_ours'],
    },
  }
}

interface End {
  readonly outcome: 'delivered' | 'refused' | 'ambiguous'
  readonly kind: SendResult['kind']
}

const ends = {
  delivered: { level: 'info', text: 'grade delivered', event: 'delivery_delivered' },
  refused: { level: 'error', text: 'grade refused', event: 'delivery_refused' },
  ambiguous: { level: 'error', text: 'grade may have arrived', event: 'delivery_ambiguous' },
} as const

function endStep(
  { database }: Pick<WorkerDeps, 'database'>,
  { deliveryId, epoch }: LeasedDelivery,
  sent: SendResult,
  { outcome, kind }: End,
): Step {
  const { phase, status } = sent
  const diagnostics = diagnosticsOf(sent)
  const { level, text, event } = ends[outcome]
  return {
    write: () => recordOutcome(database, { deliveryId, epoch, phase, status, diagnostics, outcome, kind }),
    counted: [outcome, kind],
    log: { level, text, fields: { event, kind, ...factsOf(sent) }, outcome: [outcome, 'not_recorded'] },
  }
}

const factsOf = ({ phase, status, durationMs }: SendResult) => ({
  phase,
  durationMs: Math.round(durationMs),
  ...(status !== null && { status }),
})

/** Codes of closed lists and numbers; nothing of the URL, of the reply, or of a student. */
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
