import type { DeliveryState } from './delivery-state.ts'

/** What a person says became of a delivery, or should. */
export type Resolution = 'delivered' | 'send_again' | 'cancelled'

export interface ResolutionRule {
  readonly from: readonly DeliveryState[]
  readonly to: DeliveryState
  /**
   * Whether an ambiguous one must rest first, until a worker that froze in the middle of its send can write no more. Saying
   * that it arrived sends nothing, so that may be said at once.
   */
  readonly mustSettle: boolean
}

/** Only what nobody can find out needs a person, and what was refused; a refusal is certain, so nobody can say that it arrived. */
export const resolutionRules: Readonly<Record<Resolution, ResolutionRule>> = {
  delivered: { from: ['ambiguous'], to: 'delivered', mustSettle: false },
  send_again: { from: ['ambiguous', 'refused'], to: 'pending', mustSettle: true },
  cancelled: { from: ['ambiguous', 'refused'], to: 'cancelled', mustSettle: true },
}

/** Whether a person may say so: now, not yet (what was sent may still be on its way), or not. `sinceStartS` is null where no door was passed. */
export function mayResolve(
  delivery: { readonly state: DeliveryState; readonly sinceStartS: number | null },
  as: Resolution,
  settleS: number,
): 'now' | 'not_yet' | 'not' {
  const rule = resolutionRules[as]
  if (!rule.from.includes(delivery.state)) return 'not'
  const rests = delivery.state === 'ambiguous' && rule.mustSettle
  return !rests || (delivery.sinceStartS ?? 0) >= settleS ? 'now' : 'not_yet'
}

/** Of what may not be said yet: the whole seconds after which it may be. */
export function settleLeftS(sinceStartS: number | null, settleS: number): number {
  return Math.max(1, Math.ceil(settleS - (sinceStartS ?? 0)))
}
