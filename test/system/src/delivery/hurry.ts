import type { DeliveryWorld } from './delivery-world.ts'

/** What is to be tried again later is tried at once; whether it is does not matter to a test. */
export const hurry = (world: DeliveryWorld): Promise<unknown> =>
  world.query(`
  WITH due AS (UPDATE delivery SET not_before = clock_timestamp() WHERE state = 'pending' AND not_before > clock_timestamp() RETURNING id)
  SELECT pg_notify('delivery_pending', '') FROM due`)

/** What is to be looked up later is looked up at once. */
export const hurryVerifications = (world: DeliveryWorld): Promise<unknown> =>
  world.query(
    "UPDATE delivery SET next_verification_at = clock_timestamp() WHERE state = 'ambiguous' AND next_verification_at > clock_timestamp()",
  )

/** A pause after a change of servers ends at once. */
export const endPause = (world: DeliveryWorld): Promise<unknown> =>
  world.query(`
  WITH ended AS (UPDATE delivery_control SET settle_until = clock_timestamp() RETURNING id)
  SELECT pg_notify('delivery_pending', '') FROM ended`)
