import Type from 'typebox'
import type { Db } from '../db.ts'
import { statement } from '../row.ts'
import { hasSettled, deliveriesEnabled, recordedSteps } from './delivery-steps.ts'
import type { LeaseKey } from './lease-delivery.ts'

const pass = statement('startSend', Type.Object({ passed: Type.Boolean() }))

/**
 * The one step that only one worker can take, once, before the first byte of a grade is written. True: it is committed, and
 * this worker may write. False: it may not, and never will for this lease; nothing was written. When it rejects, it may have been
 * committed: nothing may be sent, and `recordUnsent` says so once the database is back.
 */
export async function startSend(
  db: Db,
  { deliveryId, epoch, openLeaseS }: LeaseKey & { readonly openLeaseS: number },
): Promise<boolean> {
  const row = await db.maybeOne(pass`
    WITH passed AS (
      UPDATE delivery
      SET started_at = door.now, lease_until = door.now + make_interval(secs => ${openLeaseS}::float8), updated_at = door.now
      FROM clock_timestamp() AS door (now)
      WHERE delivery.id = ${deliveryId}::uuid AND delivery.epoch = ${epoch}::integer AND delivery.state = 'sending'
        AND delivery.started_at IS NULL
        -- Asked again should the row have had to be waited for.
        AND delivery.lease_until > clock_timestamp()
        AND ${hasSettled}
        AND ${deliveriesEnabled}
      RETURNING delivery.id, delivery.send_number, delivery.epoch, delivery.started_at
    ),
    opened AS (
      INSERT INTO delivery_send (delivery_id, number, epoch, started_at)
      SELECT passed.id, passed.send_number, passed.epoch, passed.started_at FROM passed
    ),
    step AS (
      SELECT passed.id AS delivery_id, 'door' AS event, 'sending' AS from_state, 'sending' AS to_state, passed.send_number,
        passed.epoch, NULL AS kind, NULL::bigint AS by_user_id, NULL AS reason
      FROM passed
    ),
    ${recordedSteps}
    SELECT TRUE AS passed FROM passed
  `)
  return row !== null
}
