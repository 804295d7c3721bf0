import type { SendKind, SendPhase } from '@course-grading/domain/delivery/classify-send'
import { verificationAfterScheduleS, verificationScheduleS } from '@course-grading/domain/delivery/delivery-state'
import { sql } from 'slonik'
import type { Db } from '../db/db.ts'
import { write } from '../db/row.ts'
import { done, usedCapability } from './delivery-steps.ts'
import { recordedStep } from './insert-delivery-events.ts'
import type { LeaseKey } from './lease-delivery.ts'

export interface SendRecord extends LeaseKey {
  readonly kind: SendKind
  readonly phase: SendPhase
  /** Null without a reply. */
  readonly status: number | null
  /** JSON text of durations, byte counts and codes from closed lists; at most 1 KiB. */
  readonly diagnostics: string
}

interface OutcomeRecord extends SendRecord {
  readonly outcome: 'delivered' | 'refused' | 'ambiguous'
}

const [firstVerificationS] = verificationScheduleS
const [firstVerificationAfterS] = verificationAfterScheduleS

/** May come late: until a person decided, proof resolves an ambiguous delivery. False if it is final, or has another epoch. */
export async function recordOutcome(db: Db, send: OutcomeRecord): Promise<boolean> {
  const { outcome } = send
  const isStartedSend = sql.fragment`delivery.epoch = ${send.epoch}::integer AND delivery.started_at IS NOT NULL
    AND delivery.state IN ('sending', 'ambiguous')`
  const row = await db.maybeOne(write(
    outcome === 'delivered'
      ? 'recordOutcomeDelivered'
      : outcome === 'refused'
        ? 'recordOutcomeRefused'
        : 'recordOutcomeAmbiguous',
    done,
  )`
    WITH target AS (
      SELECT delivery.id, delivery.state
      FROM delivery
      WHERE delivery.id = ${send.deliveryId}::uuid AND ${isStartedSend}
      FOR NO KEY UPDATE
    ),
    step AS (
      UPDATE delivery
      SET state = ${outcome}, leased_by = NULL, lease_until = NULL, ${outcomeColumns(send)},
        verifications = CASE delivery.state WHEN 'ambiguous' THEN delivery.verifications ELSE 0 END, updated_at = clock_timestamp()
      FROM target
      WHERE delivery.id = target.id AND ${isStartedSend}
      RETURNING delivery.id AS delivery_id, delivery.submission_id, delivery.send_number, delivery.epoch,
        delivery.state AS event, target.state AS from_state, delivery.state AS to_state, delivery.kind
    ),
    closed AS (
      UPDATE delivery_send
      SET ${sendColumns(outcome, send)}, recorded_at = clock_timestamp()
      FROM step
      WHERE delivery_send.delivery_id = step.delivery_id AND delivery_send.number = step.send_number
    ),
    ${usedCapability},
    ${recordedStep}
    SELECT TRUE AS done FROM step
  `)
  return row !== null
}

function outcomeColumns({ outcome, kind }: OutcomeRecord) {
  switch (outcome) {
    // The standing verification is due, and counts as made again, unless the verification right after the send succeeds.
    case 'delivered':
      return sql.fragment`kind = NULL, delivered_at = clock_timestamp(), confirmed_by = 'answer', delivered_number = delivery.send_number,
        standing_verification_at = clock_timestamp() + make_interval(secs => ${firstVerificationAfterS}::float8),
        standing_verifications = 1, ${notAmbiguous}`
    case 'refused':
      return sql.fragment`kind = ${kind}, refused_at = clock_timestamp(), ${notAmbiguous}`
    case 'ambiguous':
      return sql.fragment`kind = ${kind}, ambiguous_at = coalesce(delivery.ambiguous_at, clock_timestamp()),
        next_verification_at = CASE delivery.state WHEN 'ambiguous' THEN delivery.next_verification_at
          ELSE clock_timestamp() + make_interval(secs => ${firstVerificationS}::float8) END`
  }
}

const notAmbiguous = sql.fragment`ambiguous_at = NULL, next_verification_at = NULL, verification_lease_until = NULL`

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

const unsentStatement = (send: SendRecord & { readonly delayMs: number }) => write('recordUnsent', done)`
    WITH target AS (
      SELECT delivery.id, delivery.send_number, delivery.epoch, delivery.started_at
      FROM delivery
      WHERE delivery.id = ${send.deliveryId}::uuid AND delivery.epoch = ${send.epoch}::integer AND delivery.state = 'sending'
      FOR NO KEY UPDATE
    ),
    closed AS (
      UPDATE delivery_send
      SET ${sendColumns('unsent', send)}, recorded_at = clock_timestamp()
      FROM target
      WHERE target.started_at IS NOT NULL AND delivery_send.delivery_id = target.id AND delivery_send.number = target.send_number
        AND delivery_send.epoch = target.epoch
      RETURNING delivery_send.number
    ),
    step AS (
      UPDATE delivery
      SET state = 'pending', leased_by = NULL, lease_until = NULL, started_at = NULL, kind = ${send.kind},
        not_before = clock_timestamp() + make_interval(secs => ${send.delayMs / 1000}::float8),
        send_number = delivery.send_number + CASE WHEN delivery.started_at IS NULL THEN 0 ELSE 1 END,
        failures = delivery.failures + 1, failing_since = coalesce(delivery.failing_since, clock_timestamp()), updated_at = clock_timestamp()
      FROM target
      WHERE delivery.id = target.id AND delivery.epoch = ${send.epoch}::integer AND delivery.state = 'sending'
        AND (target.started_at IS NULL OR EXISTS (SELECT FROM closed))
      RETURNING delivery.id AS delivery_id, target.send_number, delivery.epoch,
        'unsent' AS event, 'sending' AS from_state, 'pending' AS to_state, delivery.kind
    ),
    ${recordedStep}
    SELECT EXISTS (SELECT FROM step) AS done FROM target
  `

const sendColumns = (outcome: string, { kind, phase, status, diagnostics }: SendRecord) => sql.fragment`
  outcome = ${outcome}, kind = ${kind}, phase = ${phase}, status = ${status}::integer, diagnostics = ${diagnostics}::json`
