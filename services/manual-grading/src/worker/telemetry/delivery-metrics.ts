import type { DeliveryGauges } from '@course-grading/data/delivery/delivery-gauges'
import type { CallbackUrlProblem } from '@course-grading/domain/delivery/callback-url'
import { alertedEnds } from '@course-grading/domain/delivery/classify-send'
import { type Metrics, watchValue, watchValues } from '@course-grading/http-kit'
import { Counter, Histogram } from 'prom-client'

/** Every label value comes from a closed list in the source. */
export interface DeliveryMetrics {
  readonly ended: (outcome: string, kind: string) => void
  /** `seconds`: from the send start to the end of the reply. */
  readonly sent: (outcome: string, seconds: number) => void
  readonly verified: (when: 'before_send' | 'after_send' | 'read_back' | 'later', verdict: string) => void
  readonly rejectedUrl: (verdict: CallbackUrlProblem) => void
}

export function createDeliveryMetrics(metrics: Metrics): DeliveryMetrics {
  const ends = new Counter({
    name: 'delivery_outcomes_total',
    help: 'Attempts to deliver, by outcome and kind',
    labelNames: ['outcome', 'kind'],
    registers: [metrics],
  })
  // A counter that begins with 1 shows no increase, and an operator must be alerted to the first of these ends, too.
  for (const end of alertedEnds) ends.inc(end, 0)
  const sends = new Histogram({
    name: 'delivery_send_duration_seconds',
    help: 'Time of a send from the send start to the end of its reply',
    labelNames: ['outcome'],
    registers: [metrics],
    buckets: [0.05, 0.25, 1, 5, 15, 50],
  })
  const verifications = new Counter({
    name: 'delivery_verifications_total',
    help: 'Verifications of submissions upstream, by when and verdict',
    labelNames: ['when', 'verdict'],
    registers: [metrics],
  })
  const rejections = new Counter({
    name: 'callback_rejections_total',
    help: 'Callback URLs that are not allowed, at registration and before use',
    labelNames: ['verdict'],
    registers: [metrics],
  })
  return {
    ended: (outcome, kind) => ends.inc({ outcome, kind }),
    sent: (outcome, seconds) => sends.observe({ outcome }, seconds),
    verified: (when, verdict) => verifications.inc({ when, verdict }),
    rejectedUrl: (verdict) => rejections.inc({ verdict }),
  }
}

/** As of the last count of the deliveries that are not final, since the metrics must be there while the database is down. */
export interface DeliveryNumbers extends DeliveryGauges {
  readonly isHeld: boolean
  /** Whether no delivery begins, since the database server changed a short time ago. */
  readonly isSettling: boolean
}

export function watchDeliveries(metrics: Metrics, numbers: () => DeliveryNumbers): void {
  watchValues(metrics, { name: 'deliveries', help: 'Deliveries that are not final, by state', label: 'state' }, () => {
    const { held, pending, sending, refused, ambiguous } = numbers()
    return { held, pending, sending, refused, ambiguous }
  })
  watchValues(
    metrics,
    { name: 'deliveries_ambiguous', help: 'Ambiguous deliveries, by their time in that state', label: 'age' },
    () => {
      const { ambiguousUnder15m, ambiguousUnder1h, ambiguousUnder1d, ambiguousOver1d } = numbers()
      return {
        under_15m: ambiguousUnder15m,
        under_1h: ambiguousUnder1h,
        under_1d: ambiguousUnder1d,
        over_1d: ambiguousOver1d,
      }
    },
  )
  watchValue(
    metrics,
    { name: 'delivery_oldest_ambiguous_seconds', help: 'Age of the oldest ambiguous delivery; 0 for none' },
    () => numbers().oldestAmbiguousS,
  )
  watchValue(
    metrics,
    {
      name: 'delivery_oldest_due_seconds',
      help: 'Time since the pending delivery that has waited longest was first due, failed attempts included; 0 for none',
    },
    () => numbers().oldestDueS,
  )
  watchValue(
    metrics,
    { name: 'delivery_hold', help: 'Whether the hold of an operator is on, so that no delivery begins' },
    () => Number(numbers().isHeld),
  )
  watchValue(
    metrics,
    { name: 'delivery_settling', help: 'Whether deliveries pause because the database server changed' },
    () => Number(numbers().isSettling),
  )
}

/** api and worker processes share a job in Prometheus, and a role that no process has must alert. */
export function watchRoles(metrics: Metrics, role: 'all' | 'api' | 'worker'): void {
  const roles = role === 'all' ? ['api', 'worker'] : [role]
  watchValues(
    metrics,
    { name: 'manual_grading_roles', help: 'What this process does: 1 for each role that it has', label: 'role' },
    () => Object.fromEntries(roles.map((each) => [each, 1])),
  )
}

export function watchDurability(metrics: Metrics, isTrusted: () => boolean): void {
  watchValue(
    metrics,
    {
      name: 'delivery_database_lossy',
      help: 'Whether the database server can lose what it commits, so that no delivery begins',
    },
    () => Number(!isTrusted()),
  )
}
