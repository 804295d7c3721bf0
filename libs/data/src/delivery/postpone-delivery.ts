import Type from 'typebox'
import type { Tx } from '../db/db.ts'
import { statement } from '../db/row.ts'
import { recordedSteps } from './delivery-steps.ts'

const postponeDeliveryRow = Type.Object({ done: Type.Boolean() })

/** A rejected registration rewrites the submission upstream, so nothing is sent for `settleS` seconds. A started send goes on. */
export async function postponeDelivery(
  tx: Tx,
  { submissionId, settleS }: { readonly submissionId: number; readonly settleS: number },
): Promise<void> {
  await tx.query(statement('postponeDelivery', postponeDeliveryRow)`
    WITH postponed AS (
      UPDATE delivery
      SET settle_until = greatest(delivery.settle_until, clock_timestamp() + make_interval(secs => ${settleS}::float8)),
        updated_at = clock_timestamp()
      WHERE delivery.submission_id = ${submissionId}::bigint AND delivery.state IN ('pending', 'sending', 'ambiguous')
      RETURNING delivery.id, delivery.state, delivery.send_number, delivery.epoch, delivery.submission_id, delivery.settle_until
    ),
    capability_postponed AS (
      UPDATE capability SET settle_until = greatest(capability.settle_until, postponed.settle_until)
      FROM postponed
      WHERE capability.submission_id = postponed.submission_id
    ),
    step AS (
      SELECT postponed.id AS delivery_id, 'registration_rejected' AS event, postponed.state AS from_state, postponed.state AS to_state,
        postponed.send_number, postponed.epoch, NULL AS kind, NULL::bigint AS by_user_id, NULL AS reason
      FROM postponed
    ),
    ${recordedSteps}
    SELECT TRUE AS done FROM postponed
  `)
}
