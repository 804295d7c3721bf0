import { type DeliveryState, deliveryStates } from '@course-grading/domain/delivery/delivery-state'
import {
  mayResolve,
  type Resolution,
  resolutionRules,
  settleLeftS,
} from '@course-grading/domain/delivery/resolve-delivery'
import { sql } from 'slonik'
import Type from 'typebox'
import type { Tx } from '../db/db.ts'
import { nullable, read, write } from '../db/row.ts'
import { insertDeliveryEvents } from './insert-delivery-events.ts'

interface ResolutionRequest {
  readonly deliveryId: string
  /** Null for an operator, who may do so in every course. */
  readonly courseId: number | null
  readonly as: Resolution
  /** The reason in the person's words, 1 to 500 characters. */
  readonly reason: string
  readonly byUserId: number | null
}

type ResolveOutcome =
  | { readonly outcome: 'resolved'; readonly state: DeliveryState }
  | { readonly outcome: 'not_found' }
  /** `retryAfterS`: until the send can no longer be in flight; null if waiting does not help. */
  | { readonly outcome: 'not_in_state'; readonly state: DeliveryState; readonly retryAfterS: number | null }

const lockDeliveryToResolveRow = Type.Object({
  state: Type.Unsafe<DeliveryState>({ enum: [...deliveryStates] }),
  sendNumber: Type.Integer(),
  sinceStartS: nullable(Type.Number()),
  settleS: Type.Integer(),
})
const resolveDeliveryRow = Type.Object({
  submissionId: Type.Integer(),
  epoch: Type.Integer(),
  kind: nullable(Type.String()),
})

/**
 * Of several decisions at the same time one is recorded, the others get `not_in_state`. `send_again` after a refusal may overwrite what was
 * seen then; after an ambiguous send it may overwrite nobody's grade, since its verifications go on.
 */
export async function recordResolution(tx: Tx, request: ResolutionRequest): Promise<ResolveOutcome> {
  const { deliveryId, as } = request
  const rule = resolutionRules[as]
  const found = await tx.maybeOne(read('lockDeliveryToResolve', lockDeliveryToResolveRow)`
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
  // The send is closed first: a delivery leaves a started send only once that is closed.
  await tx.query(write('closeResolvedSend')`
    UPDATE delivery_send SET resolved_at = clock_timestamp(), resolved_as = ${as}
    WHERE delivery_send.delivery_id = ${deliveryId}::uuid AND delivery_send.number = ${sendNumber}::integer
  `)
  const { submissionId, epoch, kind } = await tx.one(write(
    as === 'delivered'
      ? 'resolveDelivery'
      : as === 'send_again'
        ? 'resolveDeliveryToSendAgain'
        : 'resolveDeliveryAsCancelled',
    resolveDeliveryRow,
  )`
    UPDATE delivery
    SET state = ${rule.to}, ambiguous_at = NULL, refused_at = NULL, next_verification_at = NULL, verification_lease_until = NULL,
      ${resolvedColumns(as, state)}, updated_at = clock_timestamp()
    WHERE delivery.id = ${deliveryId}::uuid
    RETURNING delivery.submission_id, delivery.epoch, delivery.kind
  `)
  if (rule.to === 'delivered') await useCapability(tx, submissionId)
  const { byUserId, reason } = request
  const step = { deliveryId, name: `resolved_${as}`, fromState: state, toState: rule.to } as const
  await insertDeliveryEvents(tx, [{ ...step, sendNumber, epoch, kind }], { byUserId, reason })
  return { outcome: 'resolved', state: rule.to }
}

function resolvedColumns(as: Resolution, state: DeliveryState) {
  switch (as) {
    case 'delivered':
      return sql.fragment`kind = NULL, delivered_at = clock_timestamp(), confirmed_by = 'person', delivered_number = delivery.send_number,
        standing_verification_at = clock_timestamp(), overwrite_seen = FALSE`
    case 'send_again':
      return sql.fragment`kind = NULL, started_at = NULL, send_number = delivery.send_number + 1, not_before = clock_timestamp(), failures = 0,
        failing_since = NULL, overwrite_seen = ${state === 'refused'} AND delivery.seen_at IS NOT NULL`
    case 'cancelled':
      return sql.fragment`cancelled_at = clock_timestamp(), cancelled_as = 'person', overwrite_seen = FALSE`
  }
}

async function useCapability(tx: Tx, submissionId: number): Promise<void> {
  await tx.query(write('useCapability')`
    UPDATE capability SET used_at = clock_timestamp()
    WHERE capability.submission_id = ${submissionId}::bigint AND capability.used_at IS NULL
  `)
}
