import type { SendKind } from '@course-grading/domain/delivery/classify-send'
import type { SeenGrade } from '@course-grading/domain/delivery/submission-detail'
import type { AfterSend } from '@course-grading/domain/delivery/verification-verdict'
import { sql } from 'slonik'
import type { Db } from '../db/db.ts'
import { write } from '../db/row.ts'
import type { LeaseKey } from './lease-delivery.ts'
import { firstSeen, seenNow } from './delivery-steps.ts'
import { done, takeStep, usedCapability } from './take-step.ts'

const isLeasedAndUnstarted = ({ deliveryId, epoch }: LeaseKey) => sql.fragment`
  delivery.id = ${deliveryId}::uuid AND delivery.epoch = ${epoch}::integer AND delivery.state = 'sending'
  AND delivery.started_at IS NULL`

/** Nothing was sent. `isFailure` counts the attempt; a stop or a missing key does not. False if another step changed the delivery. */
export async function returnToPending(
  db: Db,
  key: LeaseKey & { readonly kind: SendKind; readonly delayMs: number; readonly isFailure: boolean },
): Promise<boolean> {
  return await takeStep(db, write('returnToPending', done), {
    name: 'returned',
    states: ['sending', 'pending'],
    kind: sql.fragment`changed.kind`,
    set: sql.fragment`state = 'pending', leased_by = NULL, lease_until = NULL, kind = ${key.kind},
      not_before = clock_timestamp() + make_interval(secs => ${key.delayMs / 1000}::float8),
      failures = delivery.failures + CASE WHEN ${key.isFailure} THEN 1 ELSE 0 END,
      failing_since = CASE WHEN ${key.isFailure} THEN coalesce(delivery.failing_since, clock_timestamp()) ELSE delivery.failing_since END`,
    where: isLeasedAndUnstarted(key),
  })
}

/** Nothing was sent; a person must decide. `seen` and `status`: of a verification. False if another step changed the delivery. */
export async function refuseBeforeStart(
  db: Db,
  key: LeaseKey & { readonly kind: SendKind; readonly seen: SeenGrade | null; readonly status: number | null },
): Promise<boolean> {
  const { seen } = key
  return await takeStep(db, write('refuseBeforeStart', done), {
    name: 'refused',
    states: ['sending', 'refused'],
    kind: sql.fragment`changed.kind`,
    set: sql.fragment`state = 'refused', leased_by = NULL, lease_until = NULL, kind = ${key.kind}, refused_at = clock_timestamp(),
      seen_at = CASE WHEN ${seen === null} THEN NULL ELSE clock_timestamp() END,
      seen_grade = ${seen?.grade ?? null}::numeric, seen_grading_time = ${seen?.gradingTime ?? null},
      seen_grader_id = ${seen?.graderId ?? null}::bigint, overwrite_seen = FALSE`,
    where: isLeasedAndUnstarted(key),
    also: sql.fragment`,
    closed AS (
      INSERT INTO delivery_send (delivery_id, number, epoch, outcome, kind, status, phase, recorded_at)
      SELECT changed.id, changed.send_number, changed.epoch, 'refused', changed.kind, ${key.status}::integer, 'before_start',
        clock_timestamp()
      FROM changed
    )`,
  })
}

/** Call it when the platform shows send `sendNumber` of this delivery. False if another step changed the delivery. */
export async function confirmByReadBack(
  db: Db,
  key: LeaseKey & AfterSend & { readonly sendNumber: number },
): Promise<boolean> {
  const sendNumber = sql.fragment`${key.sendNumber}::integer`
  return await takeStep(db, write('confirmByReadBack', done), {
    name: 'read_back',
    states: ['sending', 'delivered'],
    sendNumber,
    // Upstream shows a later send than this database knows of only when the database lost one, as after a failover.
    set: sql.fragment`state = 'delivered', leased_by = NULL, lease_until = NULL, kind = NULL, confirmed_by = 'read_back',
      delivered_at = seen.now, send_number = greatest(delivery.send_number, ${sendNumber}), delivered_number = ${sendNumber},
      ${firstSeen(key)}`,
    using: seenNow,
    where: isLeasedAndUnstarted(key),
    also: sql.fragment`,
    found AS (
      UPDATE delivery_send
      SET outcome = 'delivered', recorded_at = clock_timestamp()
      FROM changed
      WHERE delivery_send.delivery_id = changed.id AND delivery_send.number = ${sendNumber}
        AND delivery_send.outcome IN ('ambiguous', 'refused') AND delivery_send.started_at IS NOT NULL
    ) ${usedCapability}`,
  })
}
