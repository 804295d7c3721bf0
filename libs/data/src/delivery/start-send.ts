import Type from 'typebox'
import type { Db } from '../db/db.ts'
import { statement } from '../db/row.ts'
import { hasSettled, deliveriesEnabled, recordedSteps } from './delivery-steps.ts'
import type { LeaseKey } from './lease-delivery.ts'

const startSendRow = Type.Object({ started: Type.Boolean() })

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
  const row = await db.maybeOne(statement('startSend', startSendRow)`
    WITH started AS (
      UPDATE delivery
      SET started_at = clock.now, upstream_max_points = ${seen?.maxPoints ?? null}::bigint,
        before_grader_id = ${seen?.graderId ?? null}::bigint, lease_until = clock.now + make_interval(secs => ${openLeaseS}::float8), updated_at = clock.now
      FROM clock_timestamp() AS clock (now)
      WHERE delivery.id = ${deliveryId}::uuid AND delivery.epoch = ${epoch}::integer AND delivery.state = 'sending'
        AND delivery.started_at IS NULL
        -- Evaluated again by PostgreSQL when this had to wait for the row.
        AND delivery.lease_until > clock_timestamp()
        AND ${hasSettled}
        AND ${deliveriesEnabled}
      RETURNING delivery.id, delivery.send_number, delivery.epoch, delivery.started_at
    ),
    opened AS (
      INSERT INTO delivery_send (delivery_id, number, epoch, started_at)
      SELECT started.id, started.send_number, started.epoch, started.started_at FROM started
    ),
    step AS (
      SELECT started.id AS delivery_id, 'send_started' AS event, 'sending' AS from_state, 'sending' AS to_state, started.send_number,
        started.epoch, NULL AS kind, NULL::bigint AS by_user_id, NULL AS reason
      FROM started
    ),
    ${recordedSteps}
    SELECT TRUE AS started FROM started
  `)
  return row !== null
}
