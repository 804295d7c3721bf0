import type { DeliveryState } from '@course-grading/domain/delivery/delivery-state'
import type { Resolution } from '@course-grading/domain/delivery/resolve-delivery'
import { sql } from 'slonik'
import type { Tx } from '../db/db.ts'
import { write } from '../db/row.ts'

export interface DeliveryEvent {
  readonly deliveryId: string
  readonly name:
    | 'created'
    | 'registered_again'
    | 'registration_rejected'
    | 'released'
    | 'reopened'
    | 'migrated'
    | 'erased'
    | `resolved_${Resolution}`
  readonly fromState: DeliveryState | null
  readonly toState: DeliveryState
  readonly sendNumber: number
  readonly epoch: number
  readonly kind?: string | null
}

interface Decision {
  readonly byUserId: number | null
  readonly reason?: string
}

/** The steps are the rows of a WITH query named `step`. */
const insertion = ({ byUserId, reason }: Decision) => sql.fragment`
  INSERT INTO delivery_event (delivery_id, at, event, from_state, to_state, send_number, epoch, kind, by_user_id, reason)
  SELECT step.delivery_id, clock_timestamp(), step.event, step.from_state, step.to_state, step.send_number, step.epoch, step.kind,
    ${byUserId}::bigint, ${reason ?? null}
  FROM step`

/** The history of what a worker's statement does, in that statement. */
export const recordedStep = sql.fragment`recorded AS (${insertion({ byUserId: null })})`

/** Call it in the transaction that takes the steps. */
export async function insertDeliveryEvents(tx: Tx, events: readonly DeliveryEvent[], by: Decision): Promise<void> {
  await tx.query(write('insertDeliveryEvents')`
    WITH step AS (
      SELECT "deliveryId" AS delivery_id, name AS event, "fromState" AS from_state, "toState" AS to_state, "sendNumber" AS send_number, epoch, kind
      FROM json_to_recordset(${JSON.stringify(events)}::json) AS given (
        "deliveryId" uuid, name text, "fromState" text, "toState" text, "sendNumber" integer, epoch integer, kind text
      )
    )
    ${insertion(by)}
  `)
}
