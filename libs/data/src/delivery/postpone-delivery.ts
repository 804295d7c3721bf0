import Type from 'typebox'
import type { Tx } from '../db.ts'
import { statement } from '../row.ts'
import { recordedSteps } from './delivery-steps.ts'

const rest = statement('postponeDelivery', Type.Object({ done: Type.Boolean() }))

/**
 * A registration was refused, since a grade of its submission is under way: the learning platform has begun to rewrite the
 * submission all the same, so nothing more is sent for `settleS` seconds, of this delivery or of one after it. What has left already is
 * not called back.
 */
export async function postponeDelivery(
  tx: Tx,
  { submissionId, settleS }: { readonly submissionId: number; readonly settleS: number },
): Promise<void> {
  await tx.query(rest`
    WITH rested AS (
      UPDATE delivery
      SET settle_until = greatest(delivery.settle_until, clock_timestamp() + make_interval(secs => ${settleS}::float8)),
        updated_at = clock_timestamp()
      WHERE delivery.submission_id = ${submissionId}::bigint AND delivery.state IN ('pending', 'sending', 'ambiguous')
      RETURNING delivery.id, delivery.state, delivery.send_number, delivery.epoch, delivery.submission_id, delivery.settle_until
    ),
    next_rests AS (
      UPDATE capability SET settle_until = greatest(capability.settle_until, rested.settle_until)
      FROM rested
      WHERE capability.submission_id = rested.submission_id
    ),
    step AS (
      SELECT rested.id AS delivery_id, 'registration_refused' AS event, rested.state AS from_state, rested.state AS to_state,
        rested.send_number, rested.epoch, NULL AS kind, NULL::bigint AS by_user_id, NULL AS reason
      FROM rested
    ),
    ${recordedSteps}
    SELECT TRUE AS done FROM rested
  `)
}
