import type { Db } from '../db/db.ts'
import { write } from '../db/row.ts'
import { hasSettled, deliveriesEnabled, done } from './delivery-steps.ts'
import { recordedStep } from './insert-delivery-events.ts'
import type { LeaseKey } from './lease-delivery.ts'

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
  const row = await db.maybeOne(write('startSend', done)`
    WITH step AS (
      UPDATE delivery
      SET started_at = clock.now, upstream_max_points = ${seen?.maxPoints ?? null}::bigint,
        before_grader_id = ${seen?.graderId ?? null}::bigint, lease_until = clock.now + make_interval(secs => ${openLeaseS}::float8),
        updated_at = clock_timestamp()
      FROM clock_timestamp() AS clock (now)
      WHERE delivery.id = ${deliveryId}::uuid AND delivery.epoch = ${epoch}::integer AND delivery.state = 'sending'
        -- PostgreSQL evaluates the lease's end again when the UPDATE had to wait for the row.
        AND delivery.started_at IS NULL AND delivery.lease_until > clock_timestamp()
        AND ${hasSettled}
        AND ${deliveriesEnabled}
      RETURNING delivery.id AS delivery_id, delivery.send_number, delivery.epoch, delivery.started_at,
        'send_started' AS event, 'sending' AS from_state, 'sending' AS to_state, NULL AS kind
    ),
    opened AS (
      INSERT INTO delivery_send (delivery_id, number, epoch, started_at)
      SELECT step.delivery_id, step.send_number, step.epoch, step.started_at FROM step
    ),
    ${recordedStep}
    SELECT TRUE AS done FROM step
  `)
  return row !== null
}
