import type { AfterSend } from '@course-grading/domain/delivery/verification-verdict'
import { sql, type FragmentSqlToken } from 'slonik'
import Type from 'typebox'
import { isFound, lookedUp } from '../db/planner.ts'
import { byteas } from '../db/sql-arrays.ts'

/** Seconds from the verification that first showed a delivered grade, or found a cancelled one, to the standing verification. */
const standingVerificationAfterS = 600

export const done = Type.Object({ done: Type.Boolean() })

/** Joined where `firstSeen` is set. */
export const seenNow = sql.fragment`clock_timestamp() AS seen (now)`

/** Records once, for people, what upstream made of the grade. Where our grade stands, it is compared later. */
export function firstSeen({ shown, standing }: AfterSend): FragmentSqlToken {
  const upstream = sql.fragment`upstream_at = seen.now, upstream_status = ${shown.status}, upstream_grade = ${shown.grade}::numeric,
      upstream_late_penalty = ${shown.latePenalty}::float8`
  if (standing === null) return sql.fragment`${upstream}, standing = 'changed', standing_verification_at = NULL`
  return sql.fragment`${upstream}, standing = 'ours', verified_after_at = seen.now, after_grade = ${standing.grade}::numeric,
      after_grading_time = ${standing.gradingTime}, after_grader_id = ${standing.graderId}::bigint,
      standing_verification_at = seen.now + make_interval(secs => ${standingVerificationAfterS}::float8)`
}

export const usedCapability = sql.fragment`
    used AS (
      UPDATE capability SET used_at = clock_timestamp()
      FROM step
      WHERE step.to_state = 'delivered' AND capability.submission_id = step.submission_id AND capability.used_at IS NULL
    )`

/** No hold, no settling, and the server that the workers last knew, so that a server that took over is noticed before its first lease. */
export const deliveriesEnabled = sql.fragment`
  EXISTS (
    SELECT
    FROM delivery_control, pg_control_system() AS server
    WHERE NOT delivery_control.hold
      AND (delivery_control.settle_until IS NULL OR delivery_control.settle_until <= clock_timestamp())
      AND delivery_control.system_identifier = server.system_identifier::text
      AND delivery_control.timeline = left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)
  )
`

/** Whether the exercise says so, and no delivery of the result has arrived. The submission is given so that its index can be used. */
export const notifies = ({
  submissionId,
  resultId,
}: {
  readonly submissionId: FragmentSqlToken
  readonly resultId: FragmentSqlToken
}) => sql.fragment`
  ${lookedUp(
    sql.fragment`
    SELECT exercise_grading.notify
    FROM submission AS delivered_submission
    JOIN exercise_grading ON exercise_grading.course_id = delivered_submission.course_id
      AND exercise_grading.exercise_id = delivered_submission.exercise_id
    WHERE delivered_submission.submission_id = ${submissionId}`,
    { ifNone: true },
  )}
  AND NOT ${isFound(sql.fragment`
    FROM delivery AS earlier
    WHERE earlier.submission_id = ${submissionId} AND earlier.result_id = ${resultId} AND earlier.state = 'delivered'`)}
`

/**
 * When a submission comes back from grading, the platform writes it whole as read before, and loses what was delivered meanwhile. A
 * rejected registration is also recorded on the delivery, so that a send start that waited for the row sees it.
 */
export const hasSettled = sql.fragment`
  (delivery.settle_until IS NULL OR delivery.settle_until <= clock_timestamp())
  AND ${lookedUp(
    sql.fragment`
    SELECT capability.settle_until <= clock_timestamp()
    FROM capability
    WHERE capability.submission_id = delivery.submission_id`,
    { ifNone: true },
  )}
`

/** True without digests or capability. A shorter form for an empty list makes plans for each run look cheaper; planning takes longer than the lease. */
export const isOfOtherOrigin = (originDigests: readonly Buffer[]) =>
  lookedUp(
    sql.fragment`
    SELECT capability.origin_digest <> ALL (${byteas(originDigests)})
    FROM capability
    WHERE capability.submission_id = delivery.submission_id`,
    { ifNone: true },
  )
