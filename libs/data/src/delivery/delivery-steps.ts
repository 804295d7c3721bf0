import { sql, type FragmentSqlToken } from 'slonik'

/**
 * Writes the rows of the expression `step (delivery_id, event, from_state, to_state, send_number, epoch, kind, by_user_id, reason)`
 * into the history, as one more common table expression: every statement that changes a delivery includes it.
 */
export const recordedSteps = sql.fragment`
  recorded AS (
    INSERT INTO delivery_event (delivery_id, at, event, from_state, to_state, send_number, epoch, kind, by_user_id, reason)
    SELECT step.delivery_id, clock_timestamp(), step.event, step.from_state, step.to_state, step.send_number, step.epoch,
      step.kind, step.by_user_id, step.reason
    FROM step
  )
`

/** Seconds from the verification after a delivered send, or that found a cancelled one, to the standing verification. */
export const standingVerificationAfterS = 600

/** Marks the capabilities of the submissions in `delivered (submission_id)` as used. */
export const usedCapabilities = sql.fragment`
  used AS (
    UPDATE capability SET used_at = clock_timestamp()
    FROM delivered
    WHERE capability.submission_id = delivered.submission_id AND capability.used_at IS NULL
  )
`

/**
 * Whether deliveries may be leased and sends may start: there is no hold and no settling, and this is the database server, on the
 * same timeline, that the workers last knew. It is part of each lease and each send start, so that a server that took over is
 * noticed before the first lease there.
 */
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

/**
 * Whether a new delivery of a result notifies its students: the exercise says so, and no delivery of the result has arrived yet, so that
 * they are notified once of each result. The submission is given as well, so that its index can be used.
 */
export const notifies = ({
  submissionId,
  resultId,
}: {
  readonly submissionId: FragmentSqlToken
  readonly resultId: FragmentSqlToken
}) => sql.fragment`
  coalesce((
    SELECT exercise_grading.notify
    FROM submission AS delivered_submission
    JOIN exercise_grading ON exercise_grading.course_id = delivered_submission.course_id
      AND exercise_grading.exercise_id = delivered_submission.exercise_id
    WHERE delivered_submission.submission_id = ${submissionId}
  ), TRUE)
  AND NOT EXISTS (
    SELECT
    FROM delivery AS earlier
    WHERE earlier.submission_id = ${submissionId} AND earlier.result_id = ${resultId} AND earlier.state = 'delivered'
  )
`

/**
 * Whether the settle time after the registration of a delivery's submission has ended. When the submission comes back from the
 * grading service, the learning platform writes the whole submission as it had read it before, and so loses what was delivered
 * meanwhile. A rejected registration is also recorded on the delivery itself, so that a send start that had to wait for the
 * delivery's row sees it.
 */
export const hasSettled = sql.fragment`
  (delivery.settle_until IS NULL OR delivery.settle_until <= clock_timestamp())
  AND coalesce((
    SELECT capability.settle_until <= clock_timestamp()
    FROM capability
    WHERE capability.submission_id = delivery.submission_id
  ), TRUE)
`

/**
 * Whether a delivery goes to an origin other than those with these digests; true if there are none. A delivery without a capability
 * counts as going to another one. This is a scalar subquery, since no plan turns that into a scan of all capabilities. It has no
 * shorter way for an empty list: the server would then expect plans that are made for each run to be cheaper, and planning takes
 * longer than the lease itself.
 */
export const isOfOtherOrigin = (originDigests: readonly Buffer[]) => sql.fragment`
  coalesce((
    SELECT capability.origin_digest <> ALL (${sql.array([...originDigests], 'bytea')})
    FROM capability
    WHERE capability.submission_id = delivery.submission_id
  ), TRUE)
`
