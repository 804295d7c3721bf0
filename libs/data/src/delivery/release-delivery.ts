import type { DeliveryState } from '@course-grading/domain/delivery/delivery-state'
import { mayRelease } from '@course-grading/domain/delivery/release-delivery'
import { sql } from 'slonik'
import Type from 'typebox'
import type { Tx } from '../db/db.ts'
import { read, write } from '../db/row.ts'
import { insertDeliveryEvents } from './insert-delivery-events.ts'
import { isDeliverable } from './is-deliverable.ts'

interface ReleaseRequest {
  readonly deliveryId: string
  /** Null for an operator, who may do so in every course. */
  readonly courseId: number | null
  readonly byUserId: number | null
}

export type ReleaseOutcome =
  | { readonly outcome: 'released' }
  | { readonly outcome: 'not_found' }
  | { readonly outcome: 'not_in_state'; readonly state: DeliveryState }
  | { readonly outcome: 'not_released' }
  /** The delivery is held because its submission has no URL to send a grade to, or is gone upstream. */
  | { readonly outcome: 'undeliverable' }

const lockDeliveryToReleaseRow = Type.Object({
  state: Type.Unsafe<DeliveryState>({ type: 'string' }),
  sendNumber: Type.Integer(),
  epoch: Type.Integer(),
  isReleased: Type.Boolean(),
  isDeliverable: Type.Boolean(),
})

/** Makes a held delivery pending if its result has been released; an operator cannot release the result. */
export async function releaseDelivery(
  tx: Tx,
  { deliveryId, courseId, byUserId }: ReleaseRequest,
): Promise<ReleaseOutcome> {
  const found = await tx.maybeOne(read('lockDeliveryToRelease', lockDeliveryToReleaseRow)`
    SELECT delivery.state, delivery.send_number, delivery.epoch, completed_result.released_at IS NOT NULL AS is_released,
      ${isDeliverable(sql.fragment`delivery.submission_id`)} AS is_deliverable
    FROM delivery
    JOIN completed_result ON completed_result.id = delivery.result_id
    WHERE delivery.id = ${deliveryId}::uuid AND (${courseId}::bigint IS NULL OR delivery.course_id = ${courseId}::bigint)
    FOR NO KEY UPDATE OF delivery
  `)
  if (found === null) return { outcome: 'not_found' }
  const { state, sendNumber, epoch } = found
  const may = mayRelease(found)
  if (may === 'not_in_state') return { outcome: may, state }
  if (may !== 'now') return { outcome: may }
  await tx.query(write('releaseDelivery')`
    UPDATE delivery
    SET state = 'pending', not_before = clock_timestamp(), updated_at = clock_timestamp()
    WHERE delivery.id = ${deliveryId}::uuid AND delivery.state = 'held'
  `)
  const step = { deliveryId, name: 'released', fromState: 'held', toState: 'pending', sendNumber, epoch } as const
  await insertDeliveryEvents(tx, [step], { byUserId })
  return { outcome: 'released' }
}
