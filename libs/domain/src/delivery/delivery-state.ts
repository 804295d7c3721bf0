/**
 * `sending` has two halves: leased, when nothing was sent, and open, with its door passed, when anything may have been.
 * `delivered` and `cancelled` are final.
 */
export const deliveryStates = ['held', 'pending', 'sending', 'delivered', 'refused', 'ambiguous', 'cancelled'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Seconds after a delivery became ambiguous at which it is looked up; after the last, a person decides. */
export const verificationScheduleS: readonly [first: number, ...later: number[]] = [10, 60, 600, 3_600]
