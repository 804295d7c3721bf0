import type { DeliveryState } from './delivery-state.ts'

/** `undeliverable`: the submission has no URL to send a grade to, or is gone upstream. */
export function mayRelease(delivery: {
  readonly state: DeliveryState
  readonly isReleased: boolean
  readonly isDeliverable: boolean
}): 'now' | 'not_in_state' | 'not_released' | 'undeliverable' {
  if (delivery.state !== 'held') return 'not_in_state'
  if (!delivery.isReleased) return 'not_released'
  return delivery.isDeliverable ? 'now' : 'undeliverable'
}
