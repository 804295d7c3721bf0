import type { DeliveryWorld } from './delivery-world.ts'

/** Makes all retries due at once. */
export const makeRetriesDue = (world: DeliveryWorld): Promise<unknown> =>
  world.query(`
  WITH due AS (UPDATE delivery SET not_before = clock_timestamp() WHERE state = 'pending' AND not_before > clock_timestamp() RETURNING id)
  SELECT pg_notify('delivery_pending', '') FROM due`)

/** Makes all read-backs due at once. */
export const makeVerificationsDue = (world: DeliveryWorld): Promise<unknown> =>
  world.query(
    "UPDATE delivery SET next_verification_at = clock_timestamp() WHERE state = 'ambiguous' AND next_verification_at > clock_timestamp()",
  )

/** Ends the pause after a change of servers at once. */
export const endPause = (world: DeliveryWorld): Promise<unknown> =>
  world.query(`
  WITH ended AS (UPDATE delivery_control SET settle_until = clock_timestamp() RETURNING id)
  SELECT pg_notify('delivery_pending', '') FROM ended`)
