import type { DeliveryState } from '@course-grading/domain/delivery/delivery-state'
import { sql } from 'slonik'
import Type from 'typebox'
import type { Db } from '../db/db.ts'
import { isDeliverable } from './is-deliverable.ts'
import { write } from '../db/row.ts'
import { stepTaken } from './take-step.ts'

interface ReleaseRequest {
  readonly deliveryId: string
  /** Null for an operator, who may do so in every course. */
  readonly courseId: number | null
  /** Upstream id; null for an operator. */
  readonly byUserId: number | null
}

export type ReleaseOutcome =
  | { readonly outcome: 'released' }
  | { readonly outcome: 'not_found' }
  | { readonly outcome: 'not_in_state'; readonly state: DeliveryState }
  /** The delivery is held because no teacher has released the result. */
  | { readonly outcome: 'not_released' }
  /** The delivery is held because its submission has no URL to send a grade to, or is gone upstream. */
  | { readonly outcome: 'undeliverable' }

const releaseDeliveryRow = Type.Object({
  state: Type.Unsafe<DeliveryState>({ type: 'string' }),
  isReleased: Type.Boolean(),
  isDeliverable: Type.Boolean(),
  released: Type.Boolean(),
})

/** Makes a held delivery pending if its result has been released; an operator cannot release the result. */
export async function releaseDelivery(db: Db, request: ReleaseRequest): Promise<ReleaseOutcome> {
  const step = stepTaken({
    first: sql.fragment`target AS (
      SELECT delivery.id, delivery.state, completed_result.released_at IS NOT NULL AS is_released,
        ${isDeliverable(sql.fragment`delivery.submission_id`)} AS is_deliverable
      FROM delivery
      JOIN completed_result ON completed_result.id = delivery.result_id
      WHERE delivery.id = ${request.deliveryId}::uuid
        AND (${request.courseId}::bigint IS NULL OR delivery.course_id = ${request.courseId}::bigint)
      FOR NO KEY UPDATE OF delivery
    ),`,
    name: 'released',
    states: ['held', 'pending'],
    byUserId: request.byUserId,
    set: sql.fragment`state = 'pending', not_before = clock_timestamp()`,
    using: sql.fragment`target`,
    where: sql.fragment`delivery.id = target.id AND target.is_released AND target.is_deliverable AND delivery.state = 'held'`,
  })
  const row = await db.maybeOne(write('releaseDelivery', releaseDeliveryRow)`
    ${step}
    SELECT target.state, target.is_released, target.is_deliverable, EXISTS (SELECT FROM changed) AS released
    FROM target
  `)
  if (row === null) return { outcome: 'not_found' }
  if (row.released) return { outcome: 'released' }
  if (row.state !== 'held') return { outcome: 'not_in_state', state: row.state }
  return { outcome: row.isReleased ? 'undeliverable' : 'not_released' }
}
