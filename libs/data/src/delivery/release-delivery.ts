import type { DeliveryState } from '@course-grading/domain'
import Type from 'typebox'
import type { Db } from '../db.ts'
import { statement } from '../row.ts'
import { recordedSteps } from './delivery-steps.ts'

export interface ReleaseRequest {
  readonly deliveryId: string
  /** The course whose deliveries the person may release; null for an operator, who may release those of every course. */
  readonly courseId: number | null
  /** Upstream id of the person; null for an operator. */
  readonly byUserId: number | null
}

export type ReleaseOutcome =
  | { readonly outcome: 'released' }
  | { readonly outcome: 'not_found' }
  | { readonly outcome: 'not_in_state'; readonly state: DeliveryState }

const release = statement(
  'releaseDelivery',
  Type.Object({ state: Type.Unsafe<DeliveryState>({ type: 'string' }), released: Type.Boolean() }),
)

/** Makes a held delivery pending. */
export async function releaseDelivery(db: Db, request: ReleaseRequest): Promise<ReleaseOutcome> {
  const row = await db.maybeOne(release`
    WITH target AS (
      SELECT delivery.id, delivery.state
      FROM delivery
      WHERE delivery.id = ${request.deliveryId}::uuid
        AND (${request.courseId}::bigint IS NULL OR delivery.course_id = ${request.courseId}::bigint)
      FOR NO KEY UPDATE
    ),
    released AS (
      UPDATE delivery SET state = 'pending', not_before = clock_timestamp(), updated_at = clock_timestamp()
      FROM target
      WHERE delivery.id = target.id AND target.state = 'held' AND delivery.state = 'held'
      RETURNING delivery.id, delivery.send_number, delivery.epoch
    ),
    step AS (
      SELECT released.id AS delivery_id, 'released' AS event, 'held' AS from_state, 'pending' AS to_state, released.send_number,
        released.epoch, NULL AS kind, ${request.byUserId}::bigint AS by_user_id, NULL AS reason
      FROM released
    ),
    ${recordedSteps}
    SELECT target.state, EXISTS (SELECT FROM released) AS released FROM target
  `)
  if (row === null) return { outcome: 'not_found' }
  return row.released ? { outcome: 'released' } : { outcome: 'not_in_state', state: row.state }
}
