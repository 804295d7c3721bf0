import type { DeliveryState } from '@course-grading/domain/delivery/delivery-state'
import { whyNotRegistered } from '@course-grading/domain/delivery/reject-registration'
import Type, { type Static } from 'typebox'
import type { Tx } from '../db/db.ts'
import { read, write } from '../db/row.ts'
import { insertDeliveryEvents } from './insert-delivery-events.ts'

const lockDeliveryOfSubmissionRow = Type.Object({
  deliveryId: Type.String(),
  state: Type.Unsafe<DeliveryState>({ type: 'string' }),
  sendNumber: Type.Integer(),
  epoch: Type.Integer(),
})

/** Waits for a worker or a person who is changing the submission's unfinished delivery. Null if it has none. */
export async function lockDeliveryOfSubmission(
  tx: Tx,
  submissionId: number,
): Promise<Static<typeof lockDeliveryOfSubmissionRow> | null> {
  return await tx.maybeOne(read('lockDeliveryOfSubmission', lockDeliveryOfSubmissionRow)`
    SELECT delivery.id AS delivery_id, delivery.state, delivery.send_number, delivery.epoch
    FROM delivery
    WHERE delivery.submission_id = ${submissionId}::bigint AND delivery.state NOT IN ('delivered', 'cancelled')
    FOR NO KEY UPDATE
  `)
}

/** A rejected registration rewrites the submission upstream, so nothing is sent for `settleS` seconds. A started send goes on. */
export async function postponeDelivery(
  tx: Tx,
  { submissionId, settleS }: { readonly submissionId: number; readonly settleS: number },
): Promise<void> {
  const found = await lockDeliveryOfSubmission(tx, submissionId)
  if (found === null || whyNotRegistered(found.state) === null) return
  const { deliveryId, state, sendNumber, epoch } = found
  await tx.query(write('postponeDelivery')`
    UPDATE delivery
    SET settle_until = greatest(delivery.settle_until, clock_timestamp() + make_interval(secs => ${settleS}::float8)),
      updated_at = clock_timestamp()
    WHERE delivery.id = ${deliveryId}::uuid
  `)
  await tx.query(write('postponeCapability')`
    UPDATE capability SET settle_until = greatest(capability.settle_until, delivery.settle_until)
    FROM delivery
    WHERE delivery.id = ${deliveryId}::uuid AND capability.submission_id = delivery.submission_id
  `)
  const step = {
    deliveryId,
    name: 'registration_rejected',
    fromState: state,
    toState: state,
    sendNumber,
    epoch,
  } as const
  await insertDeliveryEvents(tx, [step], { byUserId: null })
}
