import { type DeliveryState, deliveryStates } from '@course-grading/domain/delivery/delivery-state'
import {
  mayResolve,
  type Resolution,
  resolutionRules,
  settleLeftS,
} from '@course-grading/domain/delivery/resolve-delivery'
import { sql } from 'slonik'
import Type from 'typebox'
import type { Tx } from '../db.ts'
import { nullable, statement } from '../row.ts'
import { recordedSteps, usedCapabilities } from './delivery-steps.ts'

interface ResolutionRequest {
  readonly deliveryId: string
  /** Null for an operator, who may do so in every course. */
  readonly courseId: number | null
  readonly as: Resolution
  /** In the person's words, 1 to 500 characters. */
  readonly reason: string
  /** Upstream id; null for an operator. */
  readonly byUserId: number | null
}

type ResolveOutcome =
  | { readonly outcome: 'resolved'; readonly state: DeliveryState }
  | { readonly outcome: 'not_found' }
  /** `retryAfterS`: until the send can no longer be in flight; null if waiting does not help. */
  | { readonly outcome: 'not_in_state'; readonly state: DeliveryState; readonly retryAfterS: number | null }

const lock = statement(
  'lockDeliveryToResolve',
  Type.Object({
    state: Type.Unsafe<DeliveryState>({ enum: [...deliveryStates] }),
    sendNumber: Type.Integer(),
    sinceStartS: nullable(Type.Number()),
    settleS: Type.Integer(),
  }),
)
const resolve = statement('resolveDelivery', Type.Object({ done: Type.Boolean() }))

/**
 * One of several at the same time is recorded, the others get `not_in_state`. The first statement decides before anything is written. Sent
 * again after a refusal, it may overwrite what was seen then; after an ambiguous send nobody's grade, since its verifications go on.
 */
export async function resolveDelivery(tx: Tx, request: ResolutionRequest): Promise<ResolveOutcome> {
  const { deliveryId, as } = request
  const rule = resolutionRules[as]
  const found = await tx.maybeOne(lock`
    SELECT delivery.state, delivery.send_number,
      extract(epoch FROM clock_timestamp() - delivery.started_at)::float8 AS since_start_s,
      (SELECT delivery_control.settle_s FROM delivery_control) AS settle_s
    FROM delivery
    WHERE delivery.id = ${deliveryId}::uuid
      AND (${request.courseId}::bigint IS NULL OR delivery.course_id = ${request.courseId}::bigint)
    FOR NO KEY UPDATE
  `)
  if (found === null) return { outcome: 'not_found' }
  const { state, sendNumber, sinceStartS, settleS } = found
  const may = mayResolve(found, as, settleS)
  if (may !== 'now')
    return {
      outcome: 'not_in_state',
      state,
      retryAfterS: may === 'not_yet' ? settleLeftS(sinceStartS, settleS) : null,
    }
  await tx.query(resolve`
    WITH changed AS (
      UPDATE delivery
      SET state = ${rule.to}, ambiguous_at = NULL, refused_at = NULL, next_verification_at = NULL, verification_lease_until = NULL,
        updated_at = clock_timestamp(),
        kind = CASE ${as} WHEN 'delivered' THEN NULL WHEN 'send_again' THEN NULL ELSE delivery.kind END,
        started_at = CASE ${as} WHEN 'send_again' THEN NULL ELSE delivery.started_at END,
        send_number = delivery.send_number + CASE ${as} WHEN 'send_again' THEN 1 ELSE 0 END,
        not_before = CASE ${as} WHEN 'send_again' THEN clock_timestamp() END,
        failures = CASE ${as} WHEN 'send_again' THEN 0 ELSE delivery.failures END,
        failing_since = CASE ${as} WHEN 'send_again' THEN NULL ELSE delivery.failing_since END,
        overwrite_seen = ${as} = 'send_again' AND ${state} = 'refused' AND delivery.seen_at IS NOT NULL,
        delivered_at = CASE ${as} WHEN 'delivered' THEN clock_timestamp() END,
        confirmed_by = CASE ${as} WHEN 'delivered' THEN 'person' END,
        delivered_number = CASE ${as} WHEN 'delivered' THEN delivery.send_number END,
        cancelled_at = CASE ${as} WHEN 'cancelled' THEN clock_timestamp() END,
        cancelled_as = CASE ${as} WHEN 'cancelled' THEN 'person' END
      WHERE delivery.id = ${deliveryId}::uuid AND delivery.state = ANY (${sql.array([...rule.from], 'text')})
      RETURNING delivery.id, delivery.submission_id, delivery.state, delivery.epoch, delivery.kind
    ),
    delivered AS (SELECT changed.submission_id FROM changed WHERE changed.state = 'delivered'),
    closed AS (
      UPDATE delivery_send
      SET resolved_at = clock_timestamp(), resolved_as = ${as}
      FROM changed
      WHERE delivery_send.delivery_id = changed.id AND delivery_send.number = ${sendNumber}::integer
    ),
    ${usedCapabilities},
    step AS (
      SELECT changed.id AS delivery_id, 'resolved_' || ${as} AS event, ${state} AS from_state, changed.state AS to_state,
        ${sendNumber}::integer AS send_number, changed.epoch, changed.kind, ${request.byUserId}::bigint AS by_user_id,
        ${request.reason} AS reason
      FROM changed
    ),
    ${recordedSteps}
    SELECT TRUE AS done FROM changed
  `)
  return { outcome: 'resolved', state: rule.to }
}
