import { sql } from 'slonik'

export const leaseEnd = (leaseMinutes: number) =>
  sql.fragment`date_trunc('milliseconds', clock_timestamp()) + make_interval(mins => ${leaseMinutes}::integer)`

export const heldByNobody = sql.fragment`holder_id = NULL, claimed_at = NULL, lease_until = NULL, is_offered = FALSE`
