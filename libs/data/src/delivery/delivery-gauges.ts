import Type, { type Static } from 'typebox'
import type { Db } from '../db/db.ts'
import { read } from '../db/row.ts'

const gauges = Type.Object({
  held: Type.Integer(),
  pending: Type.Integer(),
  sending: Type.Integer(),
  refused: Type.Integer(),
  ambiguous: Type.Integer(),
  ambiguousUnder15m: Type.Integer(),
  ambiguousUnder1h: Type.Integer(),
  ambiguousUnder1d: Type.Integer(),
  ambiguousOver1d: Type.Integer(),
  /** Seconds for which the oldest ambiguous delivery has been ambiguous; 0 for none. */
  oldestAmbiguousS: Type.Number(),
  /** Seconds since the pending delivery that has waited longest was first due, failed attempts included; 0 for none. */
  oldestDueS: Type.Number(),
})
/** Numbers of deliveries that are not final. Those that become final are counted where that happens. */
export type DeliveryGauges = Static<typeof gauges>

export async function countDeliveries(db: Db): Promise<DeliveryGauges> {
  return await db.one(read('countDeliveries', gauges)`
    SELECT count(*) FILTER (WHERE delivery.state = 'held') AS held,
      count(*) FILTER (WHERE delivery.state = 'pending') AS pending,
      count(*) FILTER (WHERE delivery.state = 'sending') AS sending,
      count(*) FILTER (WHERE delivery.state = 'refused') AS refused,
      count(*) FILTER (WHERE delivery.state = 'ambiguous') AS ambiguous,
      count(*) FILTER (WHERE aged.ambiguous_for < interval '15 minutes') AS ambiguous_under_15m,
      count(*) FILTER (WHERE aged.ambiguous_for >= interval '15 minutes' AND aged.ambiguous_for < interval '1 hour') AS ambiguous_under_1h,
      count(*) FILTER (WHERE aged.ambiguous_for >= interval '1 hour' AND aged.ambiguous_for < interval '1 day') AS ambiguous_under_1d,
      count(*) FILTER (WHERE aged.ambiguous_for >= interval '1 day') AS ambiguous_over_1d,
      greatest(0, coalesce(extract(epoch FROM clock_timestamp() - min(delivery.ambiguous_at)), 0))::float8 AS oldest_ambiguous_s,
      greatest(0, coalesce(extract(epoch FROM clock_timestamp() - min(least(delivery.not_before, delivery.failing_since))
        FILTER (WHERE delivery.state = 'pending')), 0))::float8 AS oldest_due_s
    FROM delivery, LATERAL (SELECT (SELECT clock_timestamp()) - delivery.ambiguous_at) AS aged (ambiguous_for)
    WHERE delivery.state NOT IN ('delivered', 'cancelled')
  `)
}
