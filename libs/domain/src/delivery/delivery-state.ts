/** Before the send start `sending` sent nothing, after it maybe anything. `delivered` and `cancelled` are final. */
export const deliveryStates = ['held', 'pending', 'sending', 'delivered', 'refused', 'ambiguous', 'cancelled'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Seconds after a delivered send at which the verification right after it is made again, as long as it fails. */
export const verificationAfterScheduleS: readonly [first: number, ...later: number[]] = [600, 3_600, 86_400]

/** Seconds after a delivery became ambiguous at which it is verified; after the last, a person decides. */
export const verificationScheduleS: readonly [first: number, ...later: number[]] = [10, 60, 600, 3_600]
