import type { Db } from '../db/db.ts'
import { write } from '../db/row.ts'

/** Clears the diagnostics of sends older than `days`; returns how many. The outcomes stay. */
export async function deleteDiagnostics(
  db: Db,
  { days, batch }: { readonly days: number; readonly batch: number },
): Promise<number> {
  const { rowCount } = await db.query(write('deleteDiagnostics')`
    WITH old AS (
      SELECT delivery_send.delivery_id, delivery_send.number
      FROM delivery_send
      WHERE delivery_send.diagnostics IS NOT NULL
        AND delivery_send.recorded_at < (SELECT clock_timestamp()) - make_interval(days => ${days}::integer)
      ORDER BY delivery_send.recorded_at
      LIMIT ${batch}::integer
      FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE delivery_send SET diagnostics = NULL
    FROM old
    WHERE delivery_send.delivery_id = old.delivery_id AND delivery_send.number = old.number
  `)
  return rowCount
}
