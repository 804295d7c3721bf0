export type DeliveryErrorCode =
  | 'not_in_state' // the state of the delivery or assessment does not allow the operation now
  | 'delivery_pending' // a grade waits to be sent, or is being sent
  | 'delivery_ambiguous' // whether a grade arrived is not known
  | 'callback_not_allowed' // grades may not be sent to the callback URL
  | 'fixtures_disabled' // a fixture was registered or requested, and this process has fixtures disabled

/** Before the send start `sending` sent nothing, after it maybe anything. `delivered` and `cancelled` are final. */
export const deliveryStates = ['held', 'pending', 'sending', 'delivered', 'refused', 'ambiguous', 'cancelled'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Seconds after a delivered send at which the verification right after it is made again, as long as it fails. */
export const verificationAfterScheduleS: readonly [first: number, ...later: number[]] = [600, 3_600, 86_400]

/** Seconds after a delivery became ambiguous at which it is verified; after the last, a person decides. */
export const verificationScheduleS: readonly [first: number, ...later: number[]] = [10, 60, 600, 3_600]
