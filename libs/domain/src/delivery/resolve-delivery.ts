import type { DeliveryState } from './delivery-state.ts'

/** A person's decision on a delivery: its outcome, or the step that should follow. */
export type Resolution = 'delivered' | 'send_again' | 'cancelled'

interface ResolutionRule {
  readonly from: readonly DeliveryState[]
  readonly to: DeliveryState
  /**
   * Whether an ambiguous delivery must settle first, until a worker that froze in the middle of its send can no longer write.
   * The decision that it arrived sends nothing, so that is allowed at once.
   */
  readonly mustSettle: boolean
}

/**
 * A person decides about ambiguous and refused deliveries. A refusal is certain, so a refused delivery cannot be called
 * delivered.
 */
export const resolutionRules: Readonly<Record<Resolution, ResolutionRule>> = {
  delivered: { from: ['ambiguous'], to: 'delivered', mustSettle: false },
  send_again: { from: ['ambiguous', 'refused'], to: 'pending', mustSettle: true },
  cancelled: { from: ['ambiguous', 'refused'], to: 'cancelled', mustSettle: true },
}

/**
 * Whether a person may make this decision: now, not yet (the send may still be in flight), or not at all. `sinceStartS` is null
 * where no send started.
 */
export function mayResolve(
  delivery: { readonly state: DeliveryState; readonly sinceStartS: number | null },
  as: Resolution,
  settleS: number,
): 'now' | 'not_yet' | 'not' {
  const rule = resolutionRules[as]
  if (!rule.from.includes(delivery.state)) return 'not'
  const settles = delivery.state === 'ambiguous' && rule.mustSettle
  return !settles || (delivery.sinceStartS ?? 0) >= settleS ? 'now' : 'not_yet'
}

/** For `not_yet`: the number of seconds, rounded up, after which the decision is allowed. */
export function settleLeftS(sinceStartS: number | null, settleS: number): number {
  return Math.max(1, Math.ceil(settleS - (sinceStartS ?? 0)))
}
