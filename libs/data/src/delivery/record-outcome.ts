import type { SendKind, SendPhase } from '@course-grading/domain/delivery/classify-send'
import { verificationAfterScheduleS, verificationScheduleS } from '@course-grading/domain/delivery/delivery-state'
import Type from 'typebox'
import type { Db } from '../db/db.ts'
import { statement } from '../db/row.ts'
import { recordedSteps, usedCapabilities } from './delivery-steps.ts'
import type { LeaseKey } from './lease-delivery.ts'

export interface SendRecord extends LeaseKey {
  readonly kind: SendKind
  readonly phase: SendPhase
  /** Null without a reply. */
  readonly status: number | null
  /** JSON text of durations, byte counts and codes from closed lists; at most 1 KiB. */
  readonly diagnostics: string
}

const done = Type.Object({ done: Type.Boolean() })

const [firstVerificationS] = verificationScheduleS
const [firstVerificationAfterS] = verificationAfterScheduleS

/** May come late: until a person decided, proof resolves an ambiguous delivery. False if it is final, or has another epoch. */
export async function recordOutcome(
  db: Db,
  send: SendRecord & { readonly outcome: 'delivered' | 'refused' | 'ambiguous' },
): Promise<boolean> {
  const { outcome } = send
  return (
    (await db.maybeOne(statement('recordOutcome', done)`
    WITH target AS (
      SELECT delivery.id, delivery.state
      FROM delivery
      WHERE delivery.id = ${send.deliveryId}::uuid AND delivery.epoch = ${send.epoch}::integer AND delivery.started_at IS NOT NULL
        AND delivery.state IN ('sending', 'ambiguous')
      FOR NO KEY UPDATE
    ),
    ended AS (
      UPDATE delivery
      SET state = ${outcome}, leased_by = NULL, lease_until = NULL, updated_at = clock_timestamp(),
        kind = CASE ${outcome} WHEN 'delivered' THEN NULL ELSE ${send.kind} END,
        delivered_at = CASE ${outcome} WHEN 'delivered' THEN clock_timestamp() END,
        confirmed_by = CASE ${outcome} WHEN 'delivered' THEN 'answer' END,
        delivered_number = CASE ${outcome} WHEN 'delivered' THEN delivery.send_number END,
        -- Unless the verification right after the send succeeds.
        standing_verification_at = CASE ${outcome} WHEN 'delivered' THEN
          clock_timestamp() + make_interval(secs => ${firstVerificationAfterS}::float8) END,
        refused_at = CASE ${outcome} WHEN 'refused' THEN clock_timestamp() END,
        ambiguous_at = CASE ${outcome} WHEN 'ambiguous' THEN coalesce(delivery.ambiguous_at, clock_timestamp()) END,
        verifications = CASE delivery.state WHEN 'ambiguous' THEN delivery.verifications ELSE 0 END,
        next_verification_at = CASE
          WHEN ${outcome} <> 'ambiguous' THEN NULL
          WHEN delivery.state = 'ambiguous' THEN delivery.next_verification_at
          ELSE clock_timestamp() + make_interval(secs => ${firstVerificationS}::float8)
        END,
        verification_lease_until = CASE ${outcome} WHEN 'ambiguous' THEN delivery.verification_lease_until END
      FROM target
      WHERE delivery.id = target.id AND delivery.epoch = ${send.epoch}::integer AND delivery.started_at IS NOT NULL
        AND delivery.state IN ('sending', 'ambiguous')
      RETURNING delivery.id, delivery.submission_id, target.state AS from_state, delivery.state, delivery.send_number, delivery.epoch,
        delivery.kind
    ),
    delivered AS (SELECT ended.submission_id FROM ended WHERE ended.state = 'delivered'),
    closed AS (
      UPDATE delivery_send
      SET outcome = ${outcome}, kind = ${send.kind}, phase = ${send.phase}, status = ${send.status}::integer,
        diagnostics = ${send.diagnostics}::json, recorded_at = clock_timestamp()
      FROM ended
      WHERE delivery_send.delivery_id = ended.id AND delivery_send.number = ended.send_number
    ),
    ${usedCapabilities},
    step AS (
      SELECT ended.id AS delivery_id, ended.state AS event, ended.from_state, ended.state AS to_state, ended.send_number, ended.epoch,
        ended.kind, NULL::bigint AS by_user_id, NULL AS reason
      FROM ended
    ),
    ${recordedSteps}
    SELECT TRUE AS done FROM ended
  `)) !== null
  )
}

/**
 * Surely not one byte was written, so the delivery is pending with a new send number; also if the start's commit is unknown, since that
 * start can no longer take place. False if another step changed the delivery, or it is ambiguous, which it stays.
 */
export async function recordUnsent(db: Db, send: SendRecord & { readonly delayMs: number }): Promise<boolean> {
  for (;;) {
    const row = await db.maybeOne(unsentStatement(send))
    if (row === null) return false
    if (row.done) return true
    // The send start was committed while this statement waited for the row. The next statement sees its send.
  }
}

function unsentStatement(send: SendRecord & { readonly delayMs: number }) {
  return statement('recordUnsent', done)`
    WITH target AS (
      SELECT delivery.id, delivery.send_number, delivery.epoch, delivery.started_at
      FROM delivery
      WHERE delivery.id = ${send.deliveryId}::uuid AND delivery.epoch = ${send.epoch}::integer AND delivery.state = 'sending'
      FOR NO KEY UPDATE
    ),
    closed AS (
      UPDATE delivery_send
      SET outcome = 'unsent', kind = ${send.kind}, phase = ${send.phase}, status = ${send.status}::integer,
        diagnostics = ${send.diagnostics}::json, recorded_at = clock_timestamp()
      FROM target
      WHERE target.started_at IS NOT NULL AND delivery_send.delivery_id = target.id AND delivery_send.number = target.send_number
        AND delivery_send.epoch = target.epoch
      RETURNING delivery_send.number
    ),
    returned AS (
      UPDATE delivery
      SET state = 'pending', leased_by = NULL, lease_until = NULL, started_at = NULL, kind = ${send.kind},
        not_before = clock_timestamp() + make_interval(secs => ${send.delayMs / 1000}::float8),
        send_number = delivery.send_number + CASE WHEN delivery.started_at IS NULL THEN 0 ELSE 1 END,
        failures = delivery.failures + 1, failing_since = coalesce(delivery.failing_since, clock_timestamp()),
        updated_at = clock_timestamp()
      FROM target
      WHERE delivery.id = target.id AND delivery.epoch = ${send.epoch}::integer AND delivery.state = 'sending'
        AND (target.started_at IS NULL OR EXISTS (SELECT FROM closed))
      RETURNING delivery.id, target.send_number, delivery.epoch, delivery.kind
    ),
    step AS (
      SELECT returned.id AS delivery_id, 'unsent' AS event, 'sending' AS from_state, 'pending' AS to_state, returned.send_number,
        returned.epoch, returned.kind, NULL::bigint AS by_user_id, NULL AS reason
      FROM returned
    ),
    ${recordedSteps}
    SELECT EXISTS (SELECT FROM returned) AS done FROM target
  `
}
