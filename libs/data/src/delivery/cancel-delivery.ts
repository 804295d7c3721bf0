import type { DeliveryState } from '@course-grading/domain/delivery/delivery-state'
import Type from 'typebox'
import type { Tx } from '../db.ts'
import { nullable, statement } from '../row.ts'
import { insertDeliveryEvents } from './insert-delivery-events.ts'

const cancel = statement(
  'cancelDelivery',
  Type.Object({ sendNumber: Type.Integer(), epoch: Type.Integer(), kind: nullable(Type.String()) }),
)

/** Cancels a delivery that is locked and whose grade was not taken, because its assessment is reopened. Two statements. */
export async function cancelDelivery(
  tx: Tx,
  { id, state }: { readonly id: string; readonly state: DeliveryState },
  { userId, reason }: { readonly userId: number; readonly reason: string },
): Promise<void> {
  const row = await tx.one(cancel`
    UPDATE delivery
    SET state = 'cancelled', cancelled_as = 'reopened', cancelled_at = clock_timestamp(), refused_at = NULL, not_before = NULL,
      updated_at = clock_timestamp()
    WHERE delivery.id = ${id}::uuid AND delivery.state = ${state} AND delivery.state IN ('held', 'pending', 'refused')
    RETURNING delivery.send_number, delivery.epoch, delivery.kind
  `)
  const step = { deliveryId: id, name: 'reopened', fromState: state, toState: 'cancelled' } as const
  await insertDeliveryEvents(tx, [{ ...step, ...row, byUserId: userId, reason }])
}
