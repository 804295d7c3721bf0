import { sql } from 'slonik'
import Type from 'typebox'
import type { Tx } from '../db/db.ts'
import { newId } from '../db/new-id.ts'
import { write } from '../db/row.ts'
import { uuids } from '../db/sql-arrays.ts'
import { notifies } from './delivery-steps.ts'
import { insertDeliveryEvents } from './insert-delivery-events.ts'

/** How a delivery begins, and who makes it: null if no person does. */
interface NewDelivery {
  readonly state: 'held' | 'pending'
  readonly byUserId: number | null
  /** `registered_again`: the learning platform waits for the grade again. */
  readonly name?: 'created' | 'registered_again'
}

const insertDeliveriesRow = Type.Object({
  deliveryId: Type.String(),
  sendNumber: Type.Integer(),
  epoch: Type.Integer(),
})

/** Makes the deliveries of results in the given order, and returns their ids. No submission may have another delivery that is not final. */
export async function insertDeliveries(
  tx: Tx,
  resultIds: readonly string[],
  { state, byUserId, name = 'created' }: NewDelivery,
): Promise<readonly string[]> {
  if (resultIds.length === 0) return []
  const rows = await tx.any(write(state === 'held' ? 'insertDeliveriesHeld' : 'insertDeliveries', insertDeliveriesRow)`
    INSERT INTO delivery (
      id, submission_id, course_id, exercise_id, result_id, state, epoch, send_number, not_before, failures, verifications, verification_epoch,
      overwrite_seen, notify, fixture, created_at, updated_at
    )
    SELECT given.id, result.submission_id, result.course_id, result.exercise_id, result.id, ${state}, 0, 1,
      ${state === 'held' ? sql.fragment`NULL` : sql.fragment`clock_timestamp()`}, 0, 0, 0, FALSE,
      ${notifies({ submissionId: sql.fragment`result.submission_id`, resultId: sql.fragment`result.id` })},
      result.fixture, clock_timestamp(), clock_timestamp()
    FROM unnest(${uuids(resultIds.map(newId))}, ${uuids(resultIds)}) WITH ORDINALITY AS given (id, result_id, place)
    JOIN completed_result AS result ON result.id = given.result_id
    ORDER BY given.place
    RETURNING delivery.id AS delivery_id, delivery.send_number, delivery.epoch
  `)
  const step = { name, fromState: null, toState: state }
  await insertDeliveryEvents(
    tx,
    rows.map((row) => ({ ...step, ...row })),
    { byUserId },
  )
  return rows.map(({ deliveryId }) => deliveryId)
}
