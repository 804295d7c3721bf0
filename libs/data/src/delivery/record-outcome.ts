import type { SendKind, SendPhase } from '@course-grading/domain/delivery/classify-send'
import { verificationAfterScheduleS, verificationScheduleS } from '@course-grading/domain/delivery/delivery-state'
import { sql } from 'slonik'
import type { Db } from '../db/db.ts'
import { write } from '../db/row.ts'
import type { LeaseKey } from './lease-delivery.ts'
import { closedSend, done, stepTaken, takeStep, usedCapability } from './take-step.ts'

export interface SendRecord extends LeaseKey {
  readonly kind: SendKind
  readonly phase: SendPhase
  /** Null without a reply. */
  readonly status: number | null
  /** JSON text of durations, byte counts and codes from closed lists; at most 1 KiB. */
  readonly diagnostics: string
}

const [firstVerificationS] = verificationScheduleS
const [firstVerificationAfterS] = verificationAfterScheduleS

/** May come late: until a person decided, proof resolves an ambiguous delivery. False if it is final, or has another epoch. */
export async function recordOutcome(
  db: Db,
  send: SendRecord & { readonly outcome: 'delivered' | 'refused' | 'ambiguous' },
): Promise<boolean> {
  const { outcome } = send
  const now = sql.fragment`clock_timestamp()`
  const isStartedSend = sql.fragment`delivery.epoch = ${send.epoch}::integer AND delivery.started_at IS NOT NULL
    AND delivery.state IN ('sending', 'ambiguous')`
  return await takeStep(db, write('recordOutcome', done), {
    first: sql.fragment`target AS (
      SELECT delivery.id, delivery.state
      FROM delivery
      WHERE delivery.id = ${send.deliveryId}::uuid AND ${isStartedSend}
      FOR NO KEY UPDATE
    ),`,
    name: sql.fragment`changed.state`,
    states: [sql.fragment`(SELECT target.state FROM target)`, sql.fragment`changed.state`],
    kind: sql.fragment`changed.kind`,
    // The standing verification is due, and counts as made again, unless the verification right after the send succeeds.
    set: sql.fragment`state = ${outcome}, leased_by = NULL, lease_until = NULL,
      kind = CASE ${outcome} WHEN 'delivered' THEN NULL ELSE ${send.kind} END,
      delivered_at = CASE ${outcome} WHEN 'delivered' THEN ${now} END,
      confirmed_by = CASE ${outcome} WHEN 'delivered' THEN 'answer' END,
      delivered_number = CASE ${outcome} WHEN 'delivered' THEN delivery.send_number END,
      standing_verification_at = CASE ${outcome} WHEN 'delivered' THEN
        ${now} + make_interval(secs => ${firstVerificationAfterS}::float8) END,
      standing_verifications = CASE ${outcome} WHEN 'delivered' THEN 1 ELSE 0 END,
      refused_at = CASE ${outcome} WHEN 'refused' THEN ${now} END,
      ambiguous_at = CASE ${outcome} WHEN 'ambiguous' THEN coalesce(delivery.ambiguous_at, ${now}) END,
      verifications = CASE delivery.state WHEN 'ambiguous' THEN delivery.verifications ELSE 0 END,
      next_verification_at = CASE
        WHEN ${outcome} <> 'ambiguous' THEN NULL
        WHEN delivery.state = 'ambiguous' THEN delivery.next_verification_at
        ELSE ${now} + make_interval(secs => ${firstVerificationS}::float8)
      END,
      verification_lease_until = CASE ${outcome} WHEN 'ambiguous' THEN delivery.verification_lease_until END`,
    using: sql.fragment`target`,
    where: sql.fragment`delivery.id = target.id AND ${isStartedSend}`,
    also: sql.fragment`${closedSend(sql.fragment`changed.send_number`, sendColumns(outcome, send))} ${usedCapability}`,
  })
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
  const step = stepTaken({
    first: sql.fragment`target AS (
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
    ),`,
    name: 'unsent',
    states: ['sending', 'pending'],
    sendNumber: sql.fragment`(SELECT target.send_number FROM target)`,
    kind: sql.fragment`changed.kind`,
    set: sql.fragment`state = 'pending', leased_by = NULL, lease_until = NULL, started_at = NULL, kind = ${send.kind},
      not_before = clock_timestamp() + make_interval(secs => ${send.delayMs / 1000}::float8),
      send_number = delivery.send_number + CASE WHEN delivery.started_at IS NULL THEN 0 ELSE 1 END,
      failures = delivery.failures + 1, failing_since = coalesce(delivery.failing_since, clock_timestamp())`,
    using: sql.fragment`target`,
    where: sql.fragment`delivery.id = target.id AND delivery.epoch = ${send.epoch}::integer AND delivery.state = 'sending'
      AND (target.started_at IS NULL OR EXISTS (SELECT FROM closed))`,
  })
  return write('recordUnsent', done)`${step} SELECT EXISTS (SELECT FROM changed) AS done FROM target`
}

const sendColumns = (outcome: string, { kind, phase, status, diagnostics }: SendRecord) => sql.fragment`
  outcome = ${outcome}, kind = ${kind}, phase = ${phase}, status = ${status}::integer, diagnostics = ${diagnostics}::json`
