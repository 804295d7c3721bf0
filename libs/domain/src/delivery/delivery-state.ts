/** What may go wrong with deliveries and with what they need. */
export type DeliveryErrorCode =
  | 'not_in_state' // the thing exists, and its state does not allow it now
  | 'delivery_pending' // a grade waits to be sent, or is being sent
  | 'delivery_ambiguous' // whether a grade arrived is not known
  | 'callback_not_allowed' // the callback URL is none that grades may be sent to
  | 'fixtures_disabled' // a fixture, where fixture tooling is off

/**
 * `sending` has two halves: before the send start, when nothing was sent, and after it, when anything may have been sent.
 * `delivered` and `cancelled` are final.
 */
export const deliveryStates = ['held', 'pending', 'sending', 'delivered', 'refused', 'ambiguous', 'cancelled'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Seconds after a delivery became ambiguous at which it is verified; after the last, a person decides. */
export const verificationScheduleS: readonly [first: number, ...later: number[]] = [10, 60, 600, 3_600]
