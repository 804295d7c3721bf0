import type { DeliveryState } from '@course-grading/domain/delivery/delivery-state'
import type { Resolution } from '@course-grading/domain/delivery/resolve-delivery'
import type { Tx } from '../db/db.ts'
import { write } from '../db/row.ts'

export interface DeliveryEvent {
  readonly deliveryId: string
  readonly name:
    | 'created'
    | 'registered_again'
    | 'released'
    | 'reopened'
    | 'migrated'
    | 'erased'
    | `resolved_${Resolution}`
  readonly fromState: DeliveryState | null
  readonly toState: DeliveryState
  readonly sendNumber: number
  readonly epoch: number
  /** The kind of the last outcome. */
  readonly kind?: string | null
  readonly byUserId: number | null
  readonly reason?: string
}

/** Call it in the transaction that takes the steps. */
export async function insertDeliveryEvents(tx: Tx, events: readonly DeliveryEvent[]): Promise<void> {
  await tx.query(write('insertDeliveryEvents')`
    INSERT INTO delivery_event (delivery_id, at, event, from_state, to_state, send_number, epoch, kind, by_user_id, reason)
    SELECT "deliveryId", clock_timestamp(), name, "fromState", "toState", "sendNumber", epoch, kind, "byUserId", reason
    FROM json_to_recordset(${JSON.stringify(events)}::json) AS given (
      "deliveryId" uuid, name text, "fromState" text, "toState" text, "sendNumber" integer, epoch integer, kind text,
      "byUserId" bigint, reason text
    )
  `)
}
