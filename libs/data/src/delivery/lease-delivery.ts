import type { SendMark } from '@course-grading/domain/delivery/delivery-mark'
import type { SeenGrade } from '@course-grading/domain/delivery/submission-detail'
import { sql } from 'slonik'
import Type, { type Static } from 'typebox'
import type { Db } from '../db/db.ts'
import { bytes, nullable, write } from '../db/row.ts'
import { presentMaxPoints } from '../submissions/known-upstream.ts'
import { hasSettled, isOfOtherOrigin, deliveriesEnabled } from './delivery-steps.ts'
import { recordedStep } from './insert-delivery-events.ts'

const row = Type.Object({
  deliveryId: Type.String(),
  epoch: Type.Integer(),
  sendNumber: Type.Integer(),
  submissionId: Type.Integer(),
  courseId: Type.Integer(),
  exerciseId: Type.Integer(),
  points: Type.String(),
  maxPoints: Type.String(),
  upstreamMaxPoints: Type.Integer(),
  feedbackHtml: Type.String(),
  submitterNames: Type.Array(Type.String()),
  payload: Type.String(),
  notify: Type.Boolean(),
  failures: Type.Integer(),
  failingForMs: Type.Integer(),
  sealedUrl: nullable(bytes),
  keyId: nullable(Type.String()),
  overwriteGrade: nullable(Type.Number()),
  overwriteGradingTime: nullable(Type.String()),
  overwriteGraderId: nullable(Type.Integer()),
  standingGrade: nullable(Type.Number()),
  standingGradingTime: nullable(Type.String()),
  standingGraderId: nullable(Type.Integer()),
  graderIdBefore: nullable(Type.Integer()),
})

/** Every later step of the lease must give this key. A step changes nothing once a later lease was taken. */
export interface LeaseKey {
  readonly deliveryId: string
  readonly epoch: number
}

export interface LeasedDelivery extends LeaseKey, SendMark {
  readonly submissionId: number
  readonly courseId: number
  readonly exerciseId: number
  /** An exact decimal, like `maxPoints`. */
  readonly points: string
  readonly maxPoints: string
  /** The present maximum of the exercise. */
  readonly upstreamMaxPoints: number
  /** Has placeholders for the submitters' names and for what the platform makes of the points. */
  readonly feedbackHtml: string
  readonly submitterNames: readonly string[]
  /** JSON text. */
  readonly payload: string
  /** Whether the learning platform is asked to notify students. */
  readonly notify: boolean
  /** Attempts in a row that surely sent nothing, and how long ago the first was; 0 and 0 after none. */
  readonly failures: number
  readonly failingForMs: number
  /** Null if it was deleted, has expired, or was erased. */
  readonly capability: { readonly sealedUrl: Buffer; readonly keyId: string } | null
  /** The grade that a person saw upstream and decided to overwrite. */
  readonly mayOverwrite: SeenGrade | null
  /** Whose grade the verification before the delivery's last send showed. */
  readonly graderIdBefore: number | null
  /** Shown by the verification after the submission's last delivered send, of an earlier delivery; only where that was answered. */
  readonly standing: SeenGrade | null
}

interface LeaseRequest {
  readonly workerId: string
  readonly leaseS: number
  /** Digests of origins whose deliveries are left out, since the worker has no free slot for them. */
  readonly fullOrigins?: readonly Buffer[]
}

/** Leases the delivery that has been due longest; null if none is due, or deliveries are not enabled. */
export async function leaseDelivery(db: Db, request: LeaseRequest): Promise<LeasedDelivery | null> {
  const leased = await db.maybeOne(leaseStatement(request))
  return leased === null ? null : leasedDelivery(leased)
}

const namesOfSubmitters = sql.fragment`
  ARRAY(
    SELECT roster_student.full_name
    FROM submission_submitter
    JOIN roster_student ON roster_student.course_id = leased.course_id AND roster_student.user_id = submission_submitter.user_id
    WHERE submission_submitter.submission_id = leased.submission_id
    ORDER BY submission_submitter.user_id
  )`

const lastDelivered = sql.fragment`
  SELECT delivery.confirmed_by, delivery.after_grade, delivery.after_grading_time, delivery.after_grader_id
  FROM delivery
  WHERE delivery.submission_id = leased.submission_id AND delivery.ordinal < leased.ordinal AND delivery.state = 'delivered'
  ORDER BY delivery.ordinal DESC
  LIMIT 1`

export function leaseStatement({ workerId, leaseS, fullOrigins = [] }: LeaseRequest) {
  return write('leaseDelivery', row)`
    WITH due AS (
      SELECT delivery.id
      FROM delivery
      WHERE delivery.state = 'pending'
        -- As a subquery, which is evaluated once; otherwise no index could be used.
        AND delivery.not_before <= (SELECT clock_timestamp())
        AND ${hasSettled}
        AND ${isOfOtherOrigin(fullOrigins)}
        AND ${deliveriesEnabled}
      ORDER BY delivery.not_before, delivery.ordinal
      LIMIT 1
      FOR NO KEY UPDATE SKIP LOCKED
    ),
    leased AS (
      UPDATE delivery
      SET state = 'sending', epoch = delivery.epoch + 1, leased_by = ${workerId}::uuid,
        lease_until = clock_timestamp() + make_interval(secs => ${leaseS}::float8), not_before = NULL,
        updated_at = clock_timestamp()
      FROM due
      WHERE delivery.id = due.id AND delivery.state = 'pending'
      RETURNING delivery.id, delivery.ordinal, delivery.epoch, delivery.send_number, delivery.submission_id, delivery.course_id,
        delivery.exercise_id, delivery.result_id, delivery.notify, delivery.failures, delivery.failing_since, delivery.overwrite_seen,
        delivery.seen_grade, delivery.seen_grading_time, delivery.seen_grader_id, delivery.before_grader_id
    ),
    step AS (
      SELECT leased.id AS delivery_id, leased.send_number, leased.epoch,
        'leased' AS event, 'pending' AS from_state, 'sending' AS to_state, NULL AS kind
      FROM leased
    ),
    ${recordedStep}
    SELECT leased.id AS delivery_id, leased.epoch, leased.send_number, leased.submission_id,
      leased.course_id, leased.exercise_id, trim_scale(completed_result.points)::text AS points,
      trim_scale(completed_result.max_points)::text AS max_points,
      ${presentMaxPoints(sql.fragment`leased.course_id`, sql.fragment`leased.exercise_id`)} AS upstream_max_points,
      completed_result.feedback_html,
      ${namesOfSubmitters} AS submitter_names,
      completed_result.payload::text, leased.notify, leased.failures,
      coalesce(extract(epoch FROM clock_timestamp() - leased.failing_since) * 1000, 0)::bigint AS failing_for_ms,
      capability.sealed_url, capability.key_id,
      CASE WHEN leased.overwrite_seen THEN leased.seen_grade::float8 END AS overwrite_grade,
      leased.seen_grading_time AS overwrite_grading_time, leased.seen_grader_id AS overwrite_grader_id,
      leased.before_grader_id AS grader_id_before,
      CASE WHEN last.confirmed_by = 'answer' THEN last.after_grade::float8 END AS standing_grade, last.after_grading_time AS standing_grading_time,
      last.after_grader_id AS standing_grader_id
    FROM leased
    JOIN completed_result ON completed_result.id = leased.result_id
    LEFT JOIN capability ON capability.submission_id = leased.submission_id AND capability.deleted_at IS NULL
      AND capability.sealed_url IS NOT NULL AND capability.expires_at > clock_timestamp()
    LEFT JOIN LATERAL (${lastDelivered}) AS last ON TRUE
  `
}

function leasedDelivery(leased: Static<typeof row>): LeasedDelivery {
  const {
    sealedUrl,
    keyId,
    overwriteGrade,
    overwriteGradingTime,
    overwriteGraderId,
    standingGrade,
    standingGradingTime,
    standingGraderId,
    ...delivery
  } = leased
  return {
    ...delivery,
    capability: sealedUrl === null || keyId === null ? null : { sealedUrl, keyId },
    mayOverwrite:
      overwriteGrade === null
        ? null
        : { grade: overwriteGrade, gradingTime: overwriteGradingTime, graderId: overwriteGraderId },
    standing:
      standingGrade === null || standingGradingTime === null
        ? null
        : { grade: standingGrade, gradingTime: standingGradingTime, graderId: standingGraderId },
  }
}
