import { verificationScheduleS } from '@course-grading/domain/delivery/delivery-state'
import type { SeenGrade } from '@course-grading/domain/delivery/submission-detail'
import type { AfterSend } from '@course-grading/domain/delivery/verification-verdict'
import { sql } from 'slonik'
import Type from 'typebox'
import type { Db } from '../db/db.ts'
import { bytes, nullable, write } from '../db/row.ts'
import { done, firstSeen, isOfOtherOrigin, seenNow, usedCapability } from './delivery-steps.ts'
import { recordedStep } from './insert-delivery-events.ts'

const leasedRow = Type.Object({
  state: Type.Unsafe<'ambiguous' | 'cancelled'>({ type: 'string' }),
  deliveryId: Type.String(),
  sendNumber: Type.Integer(),
  verificationEpoch: Type.Integer(),
  submissionId: Type.Integer(),
  courseId: Type.Integer(),
  exerciseId: Type.Integer(),
  graderIdBefore: nullable(Type.Integer()),
  seenGraderId: nullable(Type.Integer()),
  sealedUrl: nullable(bytes),
  keyId: nullable(Type.String()),
})

interface VerificationKey {
  /** A cancelled delivery is verified if one of its sends may have arrived. */
  readonly state: 'ambiguous' | 'cancelled'
  readonly deliveryId: string
  readonly verificationEpoch: number
  /** Of an ambiguous delivery, the send whose own mark alone proves anything; of a cancelled one, its last send. */
  readonly sendNumber: number
}

export interface LeasedVerification extends VerificationKey {
  readonly submissionId: number
  readonly courseId: number
  readonly exerciseId: number
  /** Whose grade the verification before its last send showed, and the last one since that did not find its send. */
  readonly graderIdBefore: number | null
  readonly seenGraderId: number | null
  /** Null if it was deleted, has expired, or was erased, so that nothing can be verified. */
  readonly capability: { readonly sealedUrl: Buffer; readonly keyId: string } | null
}

/** Leases the ambiguous or cancelled delivery due longest: no two workers verify it at once. `fullOrigins` as in `leaseDelivery`. */
export async function leaseVerification(
  db: Db,
  { leaseS, fullOrigins = [] }: { readonly leaseS: number; readonly fullOrigins?: readonly Buffer[] },
): Promise<LeasedVerification | null> {
  const row = await db.maybeOne(write('leaseVerification', leasedRow)`
    WITH due AS (
      SELECT delivery.id
      FROM delivery
      WHERE delivery.state IN ('ambiguous', 'cancelled') AND delivery.next_verification_at <= (SELECT clock_timestamp())
        AND (delivery.verification_lease_until IS NULL OR delivery.verification_lease_until <= clock_timestamp())
        AND ${isOfOtherOrigin(fullOrigins)}
        AND NOT EXISTS (SELECT FROM delivery_control WHERE delivery_control.hold)
      ORDER BY delivery.next_verification_at
      LIMIT 1
      FOR NO KEY UPDATE SKIP LOCKED
    ),
    leased AS (
      UPDATE delivery
      SET verification_epoch = delivery.verification_epoch + 1, verification_lease_until = clock_timestamp() + make_interval(secs => ${leaseS}::float8)
      FROM due
      WHERE delivery.id = due.id AND delivery.next_verification_at IS NOT NULL
      RETURNING delivery.id, delivery.state, delivery.send_number, delivery.verification_epoch, delivery.submission_id, delivery.course_id,
        delivery.exercise_id, delivery.before_grader_id, delivery.seen_grader_id
    )
    SELECT leased.id AS delivery_id, leased.state, leased.send_number, leased.verification_epoch,
      leased.submission_id, leased.course_id, leased.exercise_id, leased.before_grader_id AS grader_id_before, leased.seen_grader_id,
      capability.sealed_url, capability.key_id
    FROM leased
    LEFT JOIN capability ON capability.submission_id = leased.submission_id AND capability.deleted_at IS NULL
      AND capability.sealed_url IS NOT NULL AND capability.expires_at > clock_timestamp()
  `)
  if (row === null) return null
  const { sealedUrl, keyId, ...verification } = row
  return { ...verification, capability: sealedUrl === null || keyId === null ? null : { sealedUrl, keyId } }
}

const isUnderVerification = ({ state, deliveryId, verificationEpoch, sendNumber }: VerificationKey) => sql.fragment`
  delivery.id = ${deliveryId}::uuid AND delivery.state = ${state} AND delivery.verification_epoch = ${verificationEpoch}::integer
  AND delivery.send_number = ${sendNumber}::integer`

/** The verification showed the mark of that very send. False if the delivery is no longer ambiguous, or is under another verification. */
export async function recordReadBack(db: Db, key: VerificationKey & AfterSend): Promise<boolean> {
  const row = await db.maybeOne(write(key.standing === null ? 'recordReadBackChanged' : 'recordReadBack', done)`
    WITH step AS (
      UPDATE delivery
      SET state = 'delivered', kind = NULL, ambiguous_at = NULL, next_verification_at = NULL, verification_lease_until = NULL,
        verifications = delivery.verifications + 1, delivered_at = seen.now, confirmed_by = 'read_back',
        delivered_number = delivery.send_number, ${firstSeen(key)}, updated_at = clock_timestamp()
      FROM ${seenNow}
      WHERE ${isUnderVerification(key)}
      RETURNING delivery.id AS delivery_id, delivery.submission_id, delivery.send_number, delivery.epoch,
        'read_back' AS event, 'ambiguous' AS from_state, 'delivered' AS to_state, NULL AS kind
    ),
    ${foundSend},
    ${usedCapability},
    ${recordedStep}
    SELECT TRUE AS done FROM step
  `)
  return row !== null
}

/** The delivery stays cancelled, and keeps what was seen to compare later. False if it is under another verification. */
export async function recordStandingCancelled(
  db: Db,
  key: VerificationKey & AfterSend & { readonly foundNumber: number },
): Promise<boolean> {
  const isChanged = key.standing === null
  const row = await db.maybeOne(write(isChanged ? 'recordStandingCancelledChanged' : 'recordStandingCancelled', done)`
    WITH step AS (
      UPDATE delivery
      SET next_verification_at = NULL, verification_lease_until = NULL, verifications = delivery.verifications + 1, ${firstSeen(key)},
        updated_at = clock_timestamp()
      FROM ${seenNow}
      WHERE ${isUnderVerification(key)}
      RETURNING delivery.id AS delivery_id, ${key.foundNumber}::integer AS send_number, delivery.epoch,
        'read_back' AS event, delivery.state AS from_state, delivery.state AS to_state, NULL AS kind
    ),
    ${foundSend},
    ${recordedStep}
    SELECT TRUE AS done FROM step
  `)
  return row !== null
}

const foundSend = sql.fragment`
    found AS (
      UPDATE delivery_send
      SET outcome = 'delivered', recorded_at = clock_timestamp()
      FROM step
      WHERE delivery_send.delivery_id = step.delivery_id AND delivery_send.number = step.send_number
    )`

/** The verification proved nothing. `seen`: null if it failed, which keeps what was seen before. False as in `recordReadBack`. */
export async function recordVerification(
  db: Db,
  key: VerificationKey & { readonly seen: SeenGrade | null },
): Promise<boolean> {
  const { seen } = key
  const seenColumns =
    seen === null
      ? sql.fragment``
      : sql.fragment`seen_at = clock_timestamp(), seen_grade = ${seen.grade}::numeric, seen_grading_time = ${seen.gradingTime},
          seen_grader_id = ${seen.graderId}::bigint,`
  const row = await db.maybeOne(write(seen === null ? 'recordVerificationFailed' : 'recordVerification', done)`
    WITH step AS (
      UPDATE delivery
      SET verifications = delivery.verifications + 1, verification_lease_until = NULL,
        -- No time after the last one: from then on only a person can decide.
        next_verification_at = CASE WHEN delivery.verifications + 1 < ${verificationScheduleS.length}::integer THEN
          greatest(clock_timestamp(), coalesce(delivery.ambiguous_at, delivery.cancelled_at)
            + make_interval(secs => (${sql.array([...verificationScheduleS], 'float8')})[delivery.verifications + 2])) END,
        ${seenColumns} updated_at = clock_timestamp()
      WHERE ${isUnderVerification(key)}
      RETURNING delivery.id AS delivery_id, delivery.send_number, delivery.epoch,
        ${seen === null ? 'verification_failed' : 'verified'} AS event, delivery.state AS from_state, delivery.state AS to_state, NULL AS kind
    ),
    ${recordedStep}
    SELECT TRUE AS done FROM step
  `)
  return row !== null
}
