import type { DeliveryGauges } from '@course-grading/data'
import { type CallbackUrlProblem, alertedEnds } from '@course-grading/domain'
import { countStandingChanges, type Metrics } from '@course-grading/http-kit'

/** What found that a delivered grade does not stand any more: the look right after its send, or the later one. */
export type StandingFinder = 'after_send' | 'later'

/** What deliveries are counted by. Every word comes from a list in the source. */
export interface DeliveryMetrics {
  /** Where an attempt left a delivery, and why. */
  readonly ended: (outcome: string, kind: string) => void
  /** A send from its door to the end of its answer. */
  readonly sent: (outcome: string, seconds: number) => void
  readonly looked: (when: 'before_send' | 'after_send' | 'read_back' | 'later', verdict: string) => void
  /** A delivered grade does not stand upstream any more. */
  readonly standingChanged: (finder: StandingFinder) => void
  /** A callback URL that is not, or no longer, allowed. */
  readonly refusedUrl: (verdict: CallbackUrlProblem) => void
}

export function createDeliveryMetrics(metrics: Metrics): DeliveryMetrics {
  const ends = metrics.counter({
    name: 'delivery_outcomes_total',
    help: 'Attempts to deliver by where they left the delivery and why',
    labels: ['outcome', 'kind'],
    maxCells: 90,
    kept: 'outcome',
  })
  // A count that begins with 1 shows no increase: each of these asks for an operator, the first one too.
  for (const end of alertedEnds) ends.cell(end).add(0)
  const sends = metrics.duration({
    name: 'delivery_send_duration_seconds',
    help: 'Time of a send from its door to the end of its answer',
    labels: ['outcome'],
    buckets: [0.05, 0.25, 1, 5, 15, 50],
  })
  const looks = metrics.counter({
    name: 'delivery_verifications_total',
    help: 'Looks at submissions upstream by what they showed',
    labels: ['when', 'verdict'],
  })
  const refusals = metrics.counter({
    name: 'callback_refusals_total',
    help: 'Callback URLs that are not allowed, at registration and before use',
    labels: ['verdict'],
  })
  return {
    standingChanged: countStandingChanges<StandingFinder>(metrics, ['after_send', 'later']),
    ended: (outcome, kind) => ends.cell({ outcome, kind }).add(),
    sent: (outcome, seconds) => sends.cell({ outcome }).observe(seconds),
    looked: (when, verdict) => looks.cell({ when, verdict }).add(),
    refusedUrl: (verdict) => refusals.cell({ verdict }).add(),
  }
}

/** What is not over, as of the last count: metrics must answer while the database does not. */
export interface DeliveryNumbers extends DeliveryGauges {
  /** Whether an operator holds everything. */
  readonly isHeld: boolean
  /** Whether nothing is begun for a while, since the database server changed. */
  readonly isSettling: boolean
}

/** `deliveries{state}`, the ambiguous ones by age, and how long the oldest ambiguous and the oldest due one wait. */
export function watchDeliveries(metrics: Metrics, numbers: () => DeliveryNumbers): void {
  metrics.gaugeBy({ name: 'deliveries', help: 'Deliveries that are not over, by state', label: 'state' }, () => {
    const { held, pending, sending, refused, ambiguous } = numbers()
    return { held, pending, sending, refused, ambiguous }
  })
  metrics.gaugeBy(
    { name: 'deliveries_ambiguous', help: 'Ambiguous deliveries, by how long they are so', label: 'age' },
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
  metrics.gauge(
    { name: 'delivery_oldest_ambiguous_seconds', help: 'Age of the oldest ambiguous delivery; 0 for none' },
    () => numbers().oldestAmbiguousS,
  )
  metrics.gauge(
    {
      name: 'delivery_oldest_due_seconds',
      help: 'How long the pending delivery that was first due waits, failed attempts included; 0 for none',
    },
    () => numbers().oldestDueS,
  )
  metrics.gauge({ name: 'delivery_hold', help: 'Whether an operator holds all deliveries' }, () =>
    Number(numbers().isHeld),
  )
  metrics.gauge(
    { name: 'delivery_settling', help: 'Whether deliveries pause, since the database server changed' },
    () => Number(numbers().isSettling),
  )
}
