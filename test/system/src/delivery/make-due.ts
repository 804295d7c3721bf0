/** The database of a world, as its owner. */
interface Queried {
  readonly query: (text: string) => Promise<unknown>
}

/** Makes all retries due at once. */
export const makeRetriesDue = (world: Queried): Promise<unknown> =>
  world.query(`
  WITH due AS (UPDATE delivery SET not_before = clock_timestamp() WHERE state = 'pending' AND not_before > clock_timestamp() RETURNING id)
  SELECT pg_notify('delivery_pending', '') FROM due`)

/** Makes all read-backs due at once. */
export const makeVerificationsDue = (world: Queried): Promise<unknown> =>
  world.query(
    "UPDATE delivery SET next_verification_at = clock_timestamp() WHERE state = 'ambiguous' AND next_verification_at > clock_timestamp()",
  )

/** Ends the pause after a change of servers at once. */
export const endPause = (world: Queried): Promise<unknown> =>
  world.query(`
  WITH ended AS (UPDATE delivery_control SET settle_until = clock_timestamp() RETURNING id)
  SELECT pg_notify('delivery_pending', '') FROM ended`)
