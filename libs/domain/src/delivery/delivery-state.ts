/**
 * `sending` has two halves: before the send start, when nothing was sent, and after it, when anything may have been sent.
 * `delivered` and `cancelled` are final.
 */
export const deliveryStates = ['held', 'pending', 'sending', 'delivered', 'refused', 'ambiguous', 'cancelled'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Seconds after a delivery became ambiguous at which it is verified; after the last, a person decides. */
export const verificationScheduleS: readonly [first: number, ...later: number[]] = [10, 60, 600, 3_600]
