import type { DeliveryState } from '@course-grading/domain/delivery/delivery-state'
import Type from 'typebox'
import type { Tx } from '../db/db.ts'
import { nullable, write } from '../db/row.ts'
import { insertDeliveryEvents } from './insert-delivery-events.ts'

const cancelDeliveriesRow = Type.Object({
  deliveryId: Type.String(),
  fromState: Type.Unsafe<DeliveryState>({ type: 'string' }),
  sendNumber: Type.Integer(),
  epoch: Type.Integer(),
  kind: nullable(Type.String()),
})

/** The deliveries are locked, their grades were not taken, and their results no longer stand. */
export async function cancelDeliveries(
  tx: Tx,
  deliveries: readonly { readonly id: string; readonly state: DeliveryState }[],
  {
    as,
    byUserId,
    reason,
  }: {
    readonly as: 'reopened' | 'migrated' | 'erased'
    readonly byUserId: number | null
    readonly reason?: string
  },
): Promise<void> {
  if (deliveries.length === 0) return
  const rows = await tx.any(write('cancelDeliveries', cancelDeliveriesRow)`
    UPDATE delivery
    SET state = 'cancelled', cancelled_as = ${as}, cancelled_at = clock_timestamp(), refused_at = NULL, not_before = NULL,
      updated_at = clock_timestamp()
    FROM json_to_recordset(${JSON.stringify(deliveries)}::json) AS before (id uuid, state text)
    WHERE delivery.id = before.id AND delivery.state = before.state AND delivery.state IN ('held', 'pending', 'refused')
    RETURNING delivery.id AS delivery_id, before.state AS from_state, delivery.send_number, delivery.epoch, delivery.kind
  `)
  if (rows.length < deliveries.length) throw new Error('a delivery that was locked has changed')
  await insertDeliveryEvents(
    tx,
    rows.map((row) => ({ ...row, name: as, toState: 'cancelled' })),
    { byUserId, ...(reason !== undefined && { reason }) },
  )
}
