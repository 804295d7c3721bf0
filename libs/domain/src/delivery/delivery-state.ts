/**
 * `sending` has two halves: leased, when nothing was sent, and open, with its door passed, when anything may have been.
 * `delivered` and `cancelled` are final.
 */
export type DeliveryState = 'held' | 'pending' | 'sending' | 'delivered' | 'refused' | 'ambiguous' | 'cancelled'

/** Seconds after a delivery became ambiguous at which it is looked up; after the last, a person decides. */
export const lookScheduleS: readonly number[] = [10, 60, 600, 3_600]
