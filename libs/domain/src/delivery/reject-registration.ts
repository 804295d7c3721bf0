import type { DeliveryState } from './delivery-state.ts'

/** Why a submission is not registered again: a grade is on its way, or may have arrived. Null: nothing stands against it. */
export function whyNotRegistered(state: DeliveryState | null): 'delivery_pending' | 'delivery_ambiguous' | null {
  if (state === 'pending' || state === 'sending') return 'delivery_pending'
  return state === 'ambiguous' ? 'delivery_ambiguous' : null
}
