import type { SendKind } from '@course-grading/domain/delivery/classify-send'
import type { SeenGrade } from '@course-grading/domain/delivery/submission-detail'
import type { AfterSend } from '@course-grading/domain/delivery/verification-verdict'
import { sql } from 'slonik'
import type { Db } from '../db/db.ts'
import { write } from '../db/row.ts'
import type { LeaseKey } from './lease-delivery.ts'
import { done, firstSeen, seenNow, usedCapability } from './delivery-steps.ts'
import { recordedStep } from './insert-delivery-events.ts'

const isLeasedAndUnstarted = ({ deliveryId, epoch }: LeaseKey) => sql.fragment`
  delivery.id = ${deliveryId}::uuid AND delivery.epoch = ${epoch}::integer AND delivery.state = 'sending'
  AND delivery.started_at IS NULL`

/** Nothing was sent. `isFailure` counts the attempt; a stop or a missing key does not. False if another step changed the delivery. */
export async function returnToPending(
  db: Db,
  key: LeaseKey & { readonly kind: SendKind; readonly delayMs: number; readonly isFailure: boolean },
): Promise<boolean> {
  const failure = sql.fragment`
    failures = delivery.failures + 1, failing_since = coalesce(delivery.failing_since, clock_timestamp()),`
  const row = await db.maybeOne(write(key.isFailure ? 'returnToPendingAfterFailure' : 'returnToPending', done)`
    WITH step AS (
      UPDATE delivery
      SET state = 'pending', leased_by = NULL, lease_until = NULL, kind = ${key.kind},
        not_before = clock_timestamp() + make_interval(secs => ${key.delayMs / 1000}::float8),
        ${key.isFailure ? failure : sql.fragment``} updated_at = clock_timestamp()
      WHERE ${isLeasedAndUnstarted(key)}
      RETURNING delivery.id AS delivery_id, delivery.send_number, delivery.epoch,
        'returned' AS event, 'sending' AS from_state, 'pending' AS to_state, delivery.kind
    ),
    ${recordedStep}
    SELECT TRUE AS done FROM step
  `)
  return row !== null
}

/** Nothing was sent; a person must decide. `seen` and `status`: of a verification. False if another step changed the delivery. */
export async function refuseBeforeStart(
  db: Db,
  key: LeaseKey & { readonly kind: SendKind; readonly seen: SeenGrade | null; readonly status: number | null },
): Promise<boolean> {
  const { seen } = key
  const seenColumns =
    seen === null
      ? sql.fragment`seen_at = NULL, seen_grade = NULL, seen_grading_time = NULL, seen_grader_id = NULL`
      : sql.fragment`seen_at = clock_timestamp(), seen_grade = ${seen.grade}::numeric, seen_grading_time = ${seen.gradingTime},
          seen_grader_id = ${seen.graderId}::bigint`
  const row = await db.maybeOne(write(seen === null ? 'refuseBeforeStartUnseen' : 'refuseBeforeStart', done)`
    WITH step AS (
      UPDATE delivery
      SET state = 'refused', leased_by = NULL, lease_until = NULL, kind = ${key.kind}, refused_at = clock_timestamp(),
        ${seenColumns}, overwrite_seen = FALSE, updated_at = clock_timestamp()
      WHERE ${isLeasedAndUnstarted(key)}
      RETURNING delivery.id AS delivery_id, delivery.send_number, delivery.epoch,
        'refused' AS event, 'sending' AS from_state, 'refused' AS to_state, delivery.kind
    ),
    closed AS (
      INSERT INTO delivery_send (delivery_id, number, epoch, outcome, kind, status, phase, recorded_at)
      SELECT step.delivery_id, step.send_number, step.epoch, 'refused', step.kind, ${key.status}::integer, 'before_start', clock_timestamp()
      FROM step
    ),
    ${recordedStep}
    SELECT TRUE AS done FROM step
  `)
  return row !== null
}

/** Call it when the platform shows send `sendNumber` of this delivery. False if another step changed the delivery. */
export async function confirmByReadBack(
  db: Db,
  key: LeaseKey & AfterSend & { readonly sendNumber: number },
): Promise<boolean> {
  const sendNumber = sql.fragment`${key.sendNumber}::integer`
  const row = await db.maybeOne(write(key.standing === null ? 'confirmByReadBackChanged' : 'confirmByReadBack', done)`
    WITH step AS (
      UPDATE delivery
      SET state = 'delivered', leased_by = NULL, lease_until = NULL, kind = NULL, confirmed_by = 'read_back', delivered_at = seen.now,
        -- Upstream shows a later send than this database knows of only when the database lost one, as after a failover.
        send_number = greatest(delivery.send_number, ${sendNumber}), delivered_number = ${sendNumber}, ${firstSeen(key)},
        updated_at = clock_timestamp()
      FROM ${seenNow}
      WHERE ${isLeasedAndUnstarted(key)}
      RETURNING delivery.id AS delivery_id, delivery.submission_id, delivery.delivered_number AS send_number, delivery.epoch,
        'read_back' AS event, 'sending' AS from_state, 'delivered' AS to_state, NULL AS kind
    ),
    found AS (
      UPDATE delivery_send
      SET outcome = 'delivered', recorded_at = clock_timestamp()
      FROM step
      WHERE delivery_send.delivery_id = step.delivery_id AND delivery_send.number = step.send_number
        AND delivery_send.outcome IN ('ambiguous', 'refused') AND delivery_send.started_at IS NOT NULL
    ),
    ${usedCapability},
    ${recordedStep}
    SELECT TRUE AS done FROM step
  `)
  return row !== null
}
