import { sql } from 'slonik'
import type { Db } from '../db/db.ts'
import { write } from '../db/row.ts'
import { hasSettled, deliveriesEnabled } from './delivery-steps.ts'
import type { LeaseKey } from './lease-delivery.ts'
import { done, takeStep } from './take-step.ts'

/** What the verification before a send showed; null where it showed none. */
export interface SeenBeforeSend {
  readonly maxPoints: number | null
  readonly graderId: number | null
}

/**
 * Only one worker can start a send, once, before the first byte. True: committed, this worker may write. False: it may not, now or later
 * under this lease. After a rejection the start may be committed: nothing may be sent, and `recordUnsent` says so later.
 */
export async function startSend(
  db: Db,
  { deliveryId, epoch, openLeaseS, seen }: LeaseKey & { readonly openLeaseS: number; readonly seen?: SeenBeforeSend },
): Promise<boolean> {
  return await takeStep(db, write('startSend', done), {
    name: 'send_started',
    set: sql.fragment`started_at = clock.now, upstream_max_points = ${seen?.maxPoints ?? null}::bigint,
      before_grader_id = ${seen?.graderId ?? null}::bigint, lease_until = clock.now + make_interval(secs => ${openLeaseS}::float8)`,
    using: sql.fragment`clock_timestamp() AS clock (now)`,
    // PostgreSQL evaluates the lease's end again when the UPDATE had to wait for the row.
    where: sql.fragment`delivery.id = ${deliveryId}::uuid AND delivery.epoch = ${epoch}::integer AND delivery.state = 'sending'
      AND delivery.started_at IS NULL AND delivery.lease_until > clock_timestamp()
      AND ${hasSettled}
      AND ${deliveriesEnabled}`,
    returning: sql.fragment`, delivery.started_at`,
    also: sql.fragment`,
    opened AS (
      INSERT INTO delivery_send (delivery_id, number, epoch, started_at)
      SELECT changed.id, changed.send_number, changed.epoch, changed.started_at FROM changed
    )`,
  })
}
