import type { FirstSeen, Standing } from '@course-grading/domain/delivery/compare-standing'
import type { UpstreamStatus } from '@course-grading/domain/delivery/submission-detail'
import type { SendMark } from '@course-grading/domain/delivery/delivery-mark'
import type { AfterSend, ShownGrade } from '@course-grading/domain/delivery/verification-verdict'
import { sql } from 'slonik'
import Type, { type Static } from 'typebox'
import type { Db } from '../db/db.ts'
import { bytes, nullable, read, write } from '../db/row.ts'
import { bigints, uuids } from '../db/sql-arrays.ts'
import { done, firstSeen, seenNow } from './delivery-steps.ts'
import { recordedStep } from './insert-delivery-events.ts'
import type { LeaseKey } from './lease-delivery.ts'

const firstSeenRow = {
  deliveryId: Type.String(),
  submissionId: Type.Integer(),
  standing: Type.Unsafe<Standing>({ type: 'string' }),
  status: nullable(Type.Unsafe<UpstreamStatus>({ type: 'string' })),
  grade: nullable(Type.Number()),
  gradingTime: nullable(Type.String()),
  graderId: nullable(Type.Integer()),
}
const listedRow = Type.Object(firstSeenRow)
const leasedRow = Type.Object({
  ...firstSeenRow,
  courseId: Type.Integer(),
  exerciseId: Type.Integer(),
  epoch: Type.Integer(),
  sendNumber: Type.Integer(),
  confirmedBy: Type.Unsafe<'answer' | 'person'>({ type: 'string' }),
  isLate: Type.Boolean(),
  graderIdBefore: nullable(Type.Integer()),
  sealedUrl: nullable(bytes),
  keyId: nullable(Type.String()),
  overtaken: Type.Boolean(),
})
const changedRow = Type.Object({ deliveryId: Type.String(), exerciseId: Type.Integer(), submissionId: Type.Integer() })
export type ChangedStanding = Static<typeof changedRow>

/** A delivery that was delivered, with what the verification after its send showed; or that was cancelled and found upstream. */
interface KnownStanding {
  readonly deliveryId: string
  readonly submissionId: number
  /** Null while that verification has not succeeded. */
  readonly first: FirstSeen | null
}

export interface LeasedStandingVerification extends KnownStanding, SendMark {
  readonly courseId: number
  readonly exerciseId: number
  readonly epoch: number
  /** A read-back has compared already, and found its delivery. */
  readonly confirmedBy: 'answer' | 'person'
  /** An earlier verification failed. */
  readonly isLate: boolean
  /** Whose grade the verification before the send showed. */
  readonly graderIdBefore: number | null
  /** Null if it was deleted, has expired, or was erased: it cannot be verified. */
  readonly capability: { readonly sealedUrl: Buffer; readonly keyId: string } | null
  /** A later send may have arrived, so that there is nothing to verify. */
  readonly overtaken: boolean
}

/** Whether a later send may have arrived; states do not tell, since a delivery to be sent again is pending like one never sent. */
export const isOvertaken = sql.fragment`
  EXISTS (
    SELECT FROM delivery AS later
    WHERE later.submission_id = delivery.submission_id AND later.ordinal > delivery.ordinal
      AND (later.state = 'delivered' OR EXISTS (
        SELECT FROM delivery_send
        WHERE delivery_send.delivery_id = later.id AND delivery_send.started_at IS NOT NULL
          AND (delivery_send.outcome IS NULL OR delivery_send.outcome NOT IN ('refused', 'unsent'))
      ))
  )`

const firstSeenColumns = sql.fragment`
  delivery.standing, delivery.upstream_status AS status, delivery.after_grade::float8 AS grade, delivery.after_grading_time AS grading_time,
  delivery.after_grader_id AS grader_id`

/** Where our grade stands after a send that was answered, the next delivery may overwrite it. */
export async function recordVerifiedAfter(
  db: Db,
  { deliveryId, epoch, ...after }: LeaseKey & AfterSend,
): Promise<boolean> {
  const update = sql.fragment`
    UPDATE delivery
    SET ${firstSeen(after)}, updated_at = clock_timestamp()
    FROM ${seenNow}
    WHERE delivery.id = ${deliveryId}::uuid AND delivery.epoch = ${epoch}::integer AND delivery.state = 'delivered'
      AND delivery.standing = 'unknown'`
  const row = await db.maybeOne(
    after.standing === null
      ? write('recordVerifiedAfterChanged', done)`
          WITH step AS (${update} ${standingChanged}), ${recordedStep}
          SELECT TRUE AS done FROM step`
      : write('recordVerifiedAfter', done)`${update} RETURNING TRUE AS done`,
  )
  return row !== null
}

const standingChanged = sql.fragment`
  RETURNING delivery.id AS delivery_id, delivery.submission_id, delivery.exercise_id, delivery.send_number, delivery.epoch,
    'standing_changed' AS event, delivery.state AS from_state, delivery.state AS to_state, NULL AS kind`

/** Leases the standing verification that has been due longest, for `leaseS` seconds. An overtaken one is no longer due. */
export async function leaseStandingVerification(
  db: Db,
  { leaseS }: { readonly leaseS: number },
): Promise<LeasedStandingVerification | null> {
  const row = await db.maybeOne(write('leaseStandingVerification', leasedRow)`
    WITH due AS (
      SELECT delivery.id, ${isOvertaken} AS overtaken
      FROM delivery
      WHERE delivery.standing_verification_at <= (SELECT clock_timestamp())
        AND NOT EXISTS (SELECT FROM delivery_control WHERE delivery_control.hold)
      ORDER BY delivery.standing_verification_at
      LIMIT 1
      FOR NO KEY UPDATE SKIP LOCKED
    ),
    leased AS (
      UPDATE delivery
      SET standing_verification_at = CASE WHEN NOT due.overtaken THEN clock_timestamp() + make_interval(secs => ${leaseS}::float8) END
      FROM due
      WHERE delivery.id = due.id AND delivery.standing_verification_at IS NOT NULL
      RETURNING delivery.id AS delivery_id, delivery.submission_id, delivery.course_id,
        delivery.exercise_id, delivery.epoch, delivery.delivered_number, delivery.confirmed_by, delivery.standing_verifications,
        delivery.before_grader_id, ${firstSeenColumns}, due.overtaken
    )
    SELECT leased.delivery_id, leased.submission_id, leased.course_id, leased.exercise_id, leased.epoch,
      coalesce(leased.delivered_number, 0) AS send_number, coalesce(leased.confirmed_by, 'answer') AS confirmed_by,
      leased.standing_verifications > 0 AS is_late, leased.before_grader_id AS grader_id_before, leased.standing, leased.status, leased.grade,
      leased.grading_time, leased.grader_id, leased.overtaken, capability.sealed_url, capability.key_id
    FROM leased
    LEFT JOIN capability ON capability.submission_id = leased.submission_id AND capability.deleted_at IS NULL
      AND capability.sealed_url IS NOT NULL AND capability.expires_at > clock_timestamp()
  `)
  if (row === null) return null
  const { deliveryId, submissionId, standing, status, grade, gradingTime, graderId, sealedUrl, keyId, ...lease } = row
  return {
    ...lease,
    ...knownStanding({ deliveryId, submissionId, standing, status, grade, gradingTime, graderId }),
    capability: sealedUrl === null || keyId === null ? null : { sealedUrl, keyId },
  }
}

/** Ends a standing verification that showed no change, or that failed: it is not repeated. */
export async function endStandingVerification(db: Db, deliveryId: string): Promise<void> {
  await db.query(write('endStandingVerification')`
    UPDATE delivery SET standing_verification_at = NULL WHERE delivery.id = ${deliveryId}::uuid AND delivery.standing_verification_at IS NOT NULL
  `)
}

/** Seen to stand, or delivered and not yet seen, before `readAt`, and not overtaken: an earlier refresh may show the state before a later sighting. */
export async function listStandings(
  db: Db,
  {
    courseId,
    exerciseIds,
    readAt,
  }: { readonly courseId: number; readonly exerciseIds: readonly number[]; readonly readAt: string },
): Promise<readonly KnownStanding[]> {
  const rows = await db.any(read('listStandings', listedRow)`
    SELECT delivery.id AS delivery_id, delivery.submission_id, ${firstSeenColumns}
    FROM delivery
    WHERE delivery.course_id = ${courseId}::bigint AND delivery.exercise_id = ANY (${bigints(exerciseIds)})
      AND (delivery.standing = 'ours' AND delivery.upstream_at < ${readAt}::timestamptz
        OR delivery.standing = 'unknown' AND delivery.delivered_at < ${readAt}::timestamptz)
      AND NOT ${isOvertaken}
  `)
  return rows.map(knownStanding)
}

/** Deliveries that stood until their submissions were gone; while these are marked, readers are shown that the standing changed. */
export async function listStandingsOfGone(
  db: Db,
  submissionIds: readonly number[],
): Promise<readonly ChangedStanding[]> {
  return await db.any(read('listStandingsOfGone', changedRow)`
    SELECT delivery.id AS delivery_id, delivery.exercise_id, delivery.submission_id
    FROM delivery
    WHERE delivery.submission_id = ANY (${bigints(submissionIds)}) AND delivery.standing = 'ours' AND NOT ${isOvertaken}
  `)
}

/** Returns the deliveries that stood until now. Nothing is sent: a person decides. What was seen instead is shown; what a refresh saw is its own. */
export async function recordChangedStandings(
  db: Db,
  deliveryIds: readonly string[],
  seen?: ShownGrade,
): Promise<readonly ChangedStanding[]> {
  const seenColumns =
    seen === undefined
      ? sql.fragment``
      : sql.fragment`upstream_at = clock_timestamp(), upstream_status = ${seen.status}, upstream_grade = ${seen.grade}::numeric,
          upstream_late_penalty = ${seen.latePenalty}::float8,`
  return await db.any(write(seen === undefined ? 'recordChangedStandings' : 'recordChangedStandingsSeen', changedRow)`
    WITH target AS (
      SELECT delivery.id
      FROM delivery
      WHERE delivery.id = ANY (${uuids(deliveryIds)}) AND delivery.standing = 'ours' AND NOT ${isOvertaken}
      ORDER BY delivery.ordinal
      FOR NO KEY UPDATE
    ),
    step AS (
      UPDATE delivery
      SET standing = 'changed', standing_verification_at = NULL, ${seenColumns} updated_at = clock_timestamp()
      FROM target
      WHERE delivery.id = target.id AND delivery.standing = 'ours'
      ${standingChanged}
    ),
    ${recordedStep}
    SELECT step.delivery_id, step.exercise_id, step.submission_id FROM step
  `)
}

function knownStanding(row: Static<typeof listedRow>): KnownStanding {
  const { deliveryId, submissionId, standing, status, grade, gradingTime, graderId } = row
  const isSeen = standing !== 'unknown' && status !== null && grade !== null
  return { deliveryId, submissionId, first: isSeen ? { status, grade, gradingTime, graderId } : null }
}
