import type { SendKind } from '@course-grading/domain/delivery/classify-send'
import type { SeenGrade } from '@course-grading/domain/delivery/submission-detail'
import { sql } from 'slonik'
import Type from 'typebox'
import type { Db } from '../db/db.ts'
import { statement } from '../db/row.ts'
import { recordedSteps, usedCapabilities } from './delivery-steps.ts'
import type { LeaseKey } from './lease-delivery.ts'

const done = Type.Object({ done: Type.Boolean() })

const isLeasedAndUnstarted = ({ deliveryId, epoch }: LeaseKey) => sql.fragment`
  delivery.id = ${deliveryId}::uuid AND delivery.epoch = ${epoch}::integer AND delivery.state = 'sending'
  AND delivery.started_at IS NULL`

/** Nothing was sent. `isFailure` counts the attempt; a stop or a missing key does not. False if another step changed the delivery. */
export async function returnToPending(
  db: Db,
  key: LeaseKey & { readonly kind: SendKind; readonly delayMs: number; readonly isFailure: boolean },
): Promise<boolean> {
  return (
    (await db.maybeOne(statement('returnToPending', done)`
    WITH returned AS (
      UPDATE delivery
      SET state = 'pending', leased_by = NULL, lease_until = NULL, kind = ${key.kind},
        not_before = clock_timestamp() + make_interval(secs => ${key.delayMs / 1000}::float8),
        failures = delivery.failures + CASE WHEN ${key.isFailure} THEN 1 ELSE 0 END,
        failing_since = CASE WHEN ${key.isFailure} THEN coalesce(delivery.failing_since, clock_timestamp()) ELSE delivery.failing_since END,
        updated_at = clock_timestamp()
      WHERE ${isLeasedAndUnstarted(key)}
      RETURNING delivery.id, delivery.send_number, delivery.epoch, delivery.kind
    ),
    step AS (
      SELECT returned.id AS delivery_id, 'returned' AS event, 'sending' AS from_state, 'pending' AS to_state,
        returned.send_number, returned.epoch, returned.kind, NULL::bigint AS by_user_id, NULL AS reason
      FROM returned
    ),
    ${recordedSteps}
    SELECT TRUE AS done FROM returned
  `)) !== null
  )
}

/** Nothing was sent; a person must decide. `seen` and `status`: of a verification. False if another step changed the delivery. */
export async function refuseBeforeStart(
  db: Db,
  key: LeaseKey & { readonly kind: SendKind; readonly seen: SeenGrade | null; readonly status: number | null },
): Promise<boolean> {
  const { seen } = key
  return (
    (await db.maybeOne(statement('refuseBeforeStart', done)`
    WITH refused AS (
      UPDATE delivery
      SET state = 'refused', leased_by = NULL, lease_until = NULL, kind = ${key.kind}, refused_at = clock_timestamp(),
        seen_at = CASE WHEN ${seen === null} THEN NULL ELSE clock_timestamp() END,
        seen_grade = ${seen?.grade ?? null}::numeric, seen_grading_time = ${seen?.gradingTime ?? null},
        seen_grader_id = ${seen?.graderId ?? null}::bigint, overwrite_seen = FALSE, updated_at = clock_timestamp()
      WHERE ${isLeasedAndUnstarted(key)}
      RETURNING delivery.id, delivery.send_number, delivery.epoch, delivery.kind
    ),
    closed AS (
      INSERT INTO delivery_send (delivery_id, number, epoch, outcome, kind, status, phase, recorded_at)
      SELECT refused.id, refused.send_number, refused.epoch, 'refused', refused.kind, ${key.status}::integer, 'before_start',
        clock_timestamp()
      FROM refused
    ),
    step AS (
      SELECT refused.id AS delivery_id, 'refused' AS event, 'sending' AS from_state, 'refused' AS to_state,
        refused.send_number, refused.epoch, refused.kind, NULL::bigint AS by_user_id, NULL AS reason
      FROM refused
    ),
    ${recordedSteps}
    SELECT TRUE AS done FROM refused
  `)) !== null
  )
}

/** Call it when the platform shows send `sendNumber` of this delivery. False if another step changed the delivery. */
export async function confirmByReadBack(db: Db, key: LeaseKey & { readonly sendNumber: number }): Promise<boolean> {
  return (
    (await db.maybeOne(statement('confirmByReadBack', done)`
    WITH delivered AS (
      UPDATE delivery
      SET state = 'delivered', leased_by = NULL, lease_until = NULL, kind = NULL, confirmed_by = 'read_back',
        delivered_at = clock_timestamp(),
        -- Upstream shows a later send than this database knows of only when the database lost one, as after a failover.
        send_number = greatest(delivery.send_number, ${key.sendNumber}::integer), delivered_number = ${key.sendNumber}::integer,
        updated_at = clock_timestamp()
      WHERE ${isLeasedAndUnstarted(key)}
      RETURNING delivery.id, delivery.submission_id, delivery.send_number, delivery.epoch
    ),
    found AS (
      UPDATE delivery_send
      SET outcome = 'delivered', recorded_at = clock_timestamp()
      FROM delivered
      WHERE delivery_send.delivery_id = delivered.id AND delivery_send.number = ${key.sendNumber}::integer
        AND delivery_send.outcome IN ('ambiguous', 'refused') AND delivery_send.started_at IS NOT NULL
    ),
    ${usedCapabilities},
    step AS (
      SELECT delivered.id AS delivery_id, 'read_back' AS event, 'sending' AS from_state, 'delivered' AS to_state,
        ${key.sendNumber}::integer AS send_number, delivered.epoch, NULL AS kind, NULL::bigint AS by_user_id, NULL AS reason
      FROM delivered
    ),
    ${recordedSteps}
    SELECT TRUE AS done FROM delivered
  `)) !== null
  )
}
