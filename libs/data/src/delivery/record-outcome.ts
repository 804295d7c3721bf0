import { verificationScheduleS, type SendKind, type SendPhase } from '@course-grading/domain'
import Type from 'typebox'
import type { Db } from '../db.ts'
import { statement } from '../row.ts'
import { recordedSteps, usedCapabilities } from './delivery-steps.ts'
import type { LeaseKey } from './lease-delivery.ts'

export interface SendRecord extends LeaseKey {
  readonly kind: SendKind
  readonly phase: SendPhase
  /** Of the answer, where there was one. */
  readonly status: number | null
  /** JSON text of durations, byte counts and words from closed lists; at most 1 KiB. */
  readonly diagnostics: string
}

const done = Type.Object({ done: Type.Boolean() })
const record = statement('recordOutcome', done)
const unsent = statement('recordUnsent', done)

const [firstVerificationS] = verificationScheduleS

/**
 * What became of a send whose door is passed, by whoever passed it, however late: until a person has decided, proof turns an
 * ambiguous delivery into a delivered or a refused one. Nothing here leads back to a send. May be repeated until it is
 * answered. False: it was decided already, or is not this lease's.
 */
export async function recordOutcome(
  db: Db,
  send: SendRecord & { readonly outcome: 'delivered' | 'refused' | 'ambiguous' },
): Promise<boolean> {
  const { outcome } = send
  return (
    (await db.maybeOne(record`
    WITH target AS (
      SELECT delivery.id, delivery.state
      FROM delivery
      WHERE delivery.id = ${send.deliveryId}::uuid AND delivery.epoch = ${send.epoch}::integer AND delivery.started_at IS NOT NULL
        AND delivery.state IN ('sending', 'ambiguous')
      FOR NO KEY UPDATE
    ),
    told AS (
      UPDATE delivery
      SET state = ${outcome}, leased_by = NULL, lease_until = NULL, updated_at = clock_timestamp(),
        kind = CASE ${outcome} WHEN 'delivered' THEN NULL ELSE ${send.kind} END,
        delivered_at = CASE ${outcome} WHEN 'delivered' THEN clock_timestamp() END,
        confirmed_by = CASE ${outcome} WHEN 'delivered' THEN 'answer' END,
        delivered_number = CASE ${outcome} WHEN 'delivered' THEN delivery.send_number END,
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
    delivered AS (SELECT told.submission_id FROM told WHERE told.state = 'delivered'),
    closed AS (
      UPDATE delivery_send
      SET outcome = ${outcome}, kind = ${send.kind}, phase = ${send.phase}, status = ${send.status}::integer,
        diagnostics = ${send.diagnostics}::json, recorded_at = clock_timestamp()
      FROM told
      WHERE delivery_send.delivery_id = told.id AND delivery_send.number = told.send_number
    ),
    ${usedCapabilities},
    step AS (
      SELECT told.id AS delivery_id, told.state AS event, told.from_state, told.state AS to_state, told.send_number, told.epoch,
        told.kind, NULL::bigint AS by_user_id, NULL AS reason
      FROM told
    ),
    ${recordedSteps}
    SELECT TRUE AS done FROM told
  `)) !== null
  )
}

/**
 * Surely not one byte was written, says whoever holds the lease: it waits again, for `delayMs`, and its next send has a number
 * of its own. Also when nobody knows whether the door was passed: wherever it stands, it cannot be passed any more. False: it is
 * ambiguous by now, and stays so, or in other hands.
 */
export async function recordUnsent(db: Db, send: SendRecord & { readonly delayMs: number }): Promise<boolean> {
  for (;;) {
    const row = await db.maybeOne(unsentStatement(send))
    if (row === null) return false
    if (row.done) return true
    // The door was passed while this waited for it: its send is seen by the next statement.
  }
}

function unsentStatement(send: SendRecord & { readonly delayMs: number }) {
  return unsent`
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
