import type { DeliveryState } from './delivery-state.ts'

export type Resolution = 'delivered' | 'send_again' | 'cancelled'

interface ResolutionRule {
  readonly from: readonly DeliveryState[]
  readonly to: DeliveryState
  /** A worker that froze in mid-send may still write. The decision that the grade arrived sends nothing, so it needs no wait. */
  readonly mustSettle: boolean
}

export const resolutionRules: Readonly<Record<Resolution, ResolutionRule>> = {
  delivered: { from: ['ambiguous'], to: 'delivered', mustSettle: false },
  send_again: { from: ['ambiguous', 'refused'], to: 'pending', mustSettle: true },
  cancelled: { from: ['ambiguous', 'refused'], to: 'cancelled', mustSettle: true },
}

/** `not_yet`: the send may still be in flight. `sinceStartS` is null where no send started. */
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

export function settleLeftS(sinceStartS: number | null, settleS: number): number {
  return Math.max(1, Math.ceil(settleS - (sinceStartS ?? 0)))
}
