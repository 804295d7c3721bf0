import { verificationScheduleS } from '@course-grading/domain/delivery/delivery-state'
import Type, { type Static } from 'typebox'
import type { Db } from '../db/db.ts'
import { statement } from '../db/row.ts'
import { recordedSteps } from './delivery-steps.ts'

const reaped = Type.Object({
  deliveryId: Type.String(),
  sendNumber: Type.Integer(),
  state: Type.Enum(['pending', 'ambiguous']),
})
type ReapedDelivery = Static<typeof reaped>

const [firstVerificationS] = verificationScheduleS
const batch = 500

/** Before the send start nothing was sent, so the delivery is due again. After it the grade may have arrived: the delivery is ambiguous. */
export async function reapExpiredLeases(db: Db): Promise<readonly ReapedDelivery[]> {
  return await db.any(statement('reapExpiredLeases', reaped)`
    WITH expired AS (
      SELECT delivery.id
      FROM delivery
      WHERE delivery.state = 'sending' AND delivery.lease_until <= (SELECT clock_timestamp())
        -- A send that started since this statement began is not visible to it yet, so it is left for the next run.
        AND (delivery.started_at IS NULL OR EXISTS (
          SELECT FROM delivery_send
          WHERE delivery_send.delivery_id = delivery.id AND delivery_send.number = delivery.send_number
        ))
      ORDER BY delivery.lease_until
      LIMIT ${batch}::integer
      FOR NO KEY UPDATE SKIP LOCKED
    ),
    reaped AS (
      UPDATE delivery
      SET state = CASE WHEN delivery.started_at IS NULL THEN 'pending' ELSE 'ambiguous' END,
        leased_by = NULL, lease_until = NULL, kind = 'worker_lost', updated_at = clock_timestamp(),
        not_before = CASE WHEN delivery.started_at IS NULL THEN clock_timestamp() END,
        ambiguous_at = CASE WHEN delivery.started_at IS NOT NULL THEN clock_timestamp() END,
        verifications = 0,
        next_verification_at = CASE WHEN delivery.started_at IS NOT NULL THEN
          clock_timestamp() + make_interval(secs => ${firstVerificationS}::float8) END
      FROM expired
      WHERE delivery.id = expired.id AND delivery.state = 'sending' AND delivery.lease_until <= clock_timestamp()
      RETURNING delivery.id, delivery.send_number, delivery.epoch, delivery.state, delivery.kind
    ),
    closed AS (
      UPDATE delivery_send
      SET outcome = 'ambiguous', kind = 'worker_lost', recorded_at = clock_timestamp()
      FROM reaped
      WHERE reaped.state = 'ambiguous' AND delivery_send.delivery_id = reaped.id AND delivery_send.number = reaped.send_number
    ),
    step AS (
      SELECT reaped.id AS delivery_id, 'lease_expired' AS event, 'sending' AS from_state, reaped.state AS to_state, reaped.send_number,
        reaped.epoch, reaped.kind, NULL::bigint AS by_user_id, NULL AS reason
      FROM reaped
    ),
    ${recordedSteps}
    SELECT reaped.id AS delivery_id, reaped.send_number, reaped.state FROM reaped
  `)
}
