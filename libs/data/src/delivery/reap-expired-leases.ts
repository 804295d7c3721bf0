import { verificationScheduleS } from '@course-grading/domain/delivery/delivery-state'
import { sql } from 'slonik'
import Type, { type Static } from 'typebox'
import type { Db } from '../db/db.ts'
import { write } from '../db/row.ts'
import { recordedStep } from './insert-delivery-events.ts'

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
  const isStarted = sql.fragment`delivery.started_at IS NOT NULL`
  return await db.any(write('reapExpiredLeases', reaped)`
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
    step AS (
      UPDATE delivery
      SET state = CASE WHEN ${isStarted} THEN 'ambiguous' ELSE 'pending' END,
        leased_by = NULL, lease_until = NULL, kind = 'worker_lost', verifications = 0,
        not_before = CASE WHEN NOT ${isStarted} THEN clock_timestamp() END,
        ambiguous_at = CASE WHEN ${isStarted} THEN clock_timestamp() END,
        next_verification_at = CASE WHEN ${isStarted} THEN
          clock_timestamp() + make_interval(secs => ${firstVerificationS}::float8) END,
        updated_at = clock_timestamp()
      FROM expired
      WHERE delivery.id = expired.id AND delivery.state = 'sending' AND delivery.lease_until <= clock_timestamp()
      RETURNING delivery.id AS delivery_id, delivery.send_number, delivery.epoch,
        'lease_expired' AS event, 'sending' AS from_state, delivery.state AS to_state, delivery.kind
    ),
    closed AS (
      UPDATE delivery_send
      SET outcome = 'ambiguous', kind = 'worker_lost', recorded_at = clock_timestamp()
      FROM step
      WHERE step.to_state = 'ambiguous' AND delivery_send.delivery_id = step.delivery_id AND delivery_send.number = step.send_number
    ),
    ${recordedStep}
    SELECT step.delivery_id, step.send_number, step.to_state AS state FROM step
  `)
}
