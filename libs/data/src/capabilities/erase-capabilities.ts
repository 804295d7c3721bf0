import type { Db } from '../db/db.ts'
import { write } from '../db/row.ts'

/** Erases URLs that expired, or were used and whose last delivery is final for `usedDays`; none that may be needed. Returns how many. */
export async function eraseCapabilities(
  db: Db,
  { usedDays, batch }: { readonly usedDays: number; readonly batch: number },
): Promise<number> {
  const { rowCount } = await db.query(write('eraseCapabilities')`
    WITH ended AS (
      SELECT capability.submission_id
      FROM capability
      WHERE capability.sealed_url IS NOT NULL
        AND (
          (capability.used_at IS NULL AND capability.expires_at <= (SELECT clock_timestamp()))
          OR (
            capability.used_at <= (SELECT clock_timestamp()) - make_interval(days => ${usedDays}::integer)
            AND (capability.expires_at <= (SELECT clock_timestamp()) OR NOT EXISTS (
              SELECT FROM delivery
              WHERE delivery.submission_id = capability.submission_id
                AND (delivery.state NOT IN ('delivered', 'cancelled')
                  OR coalesce(delivery.delivered_at, delivery.cancelled_at)
                    > (SELECT clock_timestamp()) - make_interval(days => ${usedDays}::integer))
            ))
          )
        )
        AND NOT EXISTS (
          SELECT FROM delivery
          WHERE delivery.submission_id = capability.submission_id AND delivery.state IN ('pending', 'sending', 'ambiguous')
        )
      LIMIT ${batch}::integer
      FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE capability SET sealed_url = NULL FROM ended WHERE capability.submission_id = ended.submission_id
  `)
  return rowCount
}
