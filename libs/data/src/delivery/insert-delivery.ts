import { sql } from 'slonik'
import Type from 'typebox'
import type { Tx } from '../db.ts'
import { newId } from '../new-id.ts'
import { statement } from '../row.ts'
import { notifies } from './delivery-steps.ts'
import { insertDeliveryEvents } from './insert-delivery-events.ts'

/** The delivery of a result as it begins, and who makes it; null if no person does. */
interface NewDelivery {
  readonly resultId: string
  readonly state: 'held' | 'pending'
  readonly byUserId: number | null
}

type InsertDeliveryOutcome =
  | { readonly outcome: 'inserted'; readonly deliveryId: string }
  /** Another delivery of the submission is not final. */
  | { readonly outcome: 'unfinished' }

const insert = statement('insertDelivery', Type.Object({ sendNumber: Type.Integer(), epoch: Type.Integer() }))

/** Makes the delivery of a result, pending or held. Call it in the transaction that froze the result. Two statements. */
export async function insertDelivery(
  tx: Tx,
  { resultId, state, byUserId }: NewDelivery,
): Promise<InsertDeliveryOutcome> {
  const deliveryId = newId()
  const row = await tx.maybeOne(insert`
    INSERT INTO delivery (
      id, submission_id, course_id, exercise_id, result_id, state, epoch, send_number, not_before, failures, verifications, verification_epoch,
      overwrite_seen, notify, fixture, created_at, updated_at
    )
    SELECT ${deliveryId}::uuid, result.submission_id, result.course_id, result.exercise_id, result.id, ${state}, 0, 1,
      CASE ${state} WHEN 'pending' THEN clock_timestamp() END, 0, 0, 0, FALSE,
      ${notifies({ submissionId: sql.fragment`result.submission_id`, resultId: sql.fragment`result.id` })},
      result.fixture, clock_timestamp(), clock_timestamp()
    FROM completed_result AS result
    WHERE result.id = ${resultId}::uuid
    ON CONFLICT (submission_id) WHERE state NOT IN ('delivered', 'cancelled') DO NOTHING
    RETURNING delivery.send_number, delivery.epoch
  `)
  if (row === null) return { outcome: 'unfinished' }
  await insertDeliveryEvents(tx, [{ ...row, deliveryId, name: 'created', fromState: null, toState: state, byUserId }])
  return { outcome: 'inserted', deliveryId }
}
