import { sql, type FragmentSqlToken } from 'slonik'

/**
 * Writes what the expression `step (delivery_id, event, from_state, to_state, send_number, epoch, kind, by_user_id, reason)`
 * has into the history, as one more common table expression: no statement changes a delivery without one.
 */
export const recordedSteps = sql.fragment`
  recorded AS (
    INSERT INTO delivery_event (delivery_id, at, event, from_state, to_state, send_number, epoch, kind, by_user_id, reason)
    SELECT step.delivery_id, clock_timestamp(), step.event, step.from_state, step.to_state, step.send_number, step.epoch,
      step.kind, step.by_user_id, step.reason
    FROM step
  )
`

/** Marks capabilities of submissions in `delivered (submission_id)` as used. */
export const usedCapabilities = sql.fragment`
  used AS (
    UPDATE capability SET used_at = clock_timestamp()
    FROM delivered
    WHERE capability.submission_id = delivered.submission_id AND capability.used_at IS NULL
  )
`

/**
 * Whether anything may set out: nothing holds it, and this is the very server, on the same line of its history, that the
 * workers knew last. Read with each lease and each door, so that a server that took over is noticed before the first of them.
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
 * Whether no delivery of a result has arrived yet: students are told once of each. Until exercises have settings of their own for it,
 * this alone decides whether a new delivery notifies them. The submission is given as well, for the index.
 */
export const hasNotArrived = ({
  submissionId,
  resultId,
}: {
  readonly submissionId: FragmentSqlToken
  readonly resultId: FragmentSqlToken
}) => sql.fragment`
  NOT EXISTS (
    SELECT
    FROM delivery AS earlier
    WHERE earlier.submission_id = ${submissionId} AND earlier.result_id = ${resultId} AND earlier.state = 'delivered'
  )
`

/**
 * Whether the learning platform has had time to finish what it registered a delivery's submission for: when that comes back, it
 * writes the whole submission as it was read before, and what was delivered meanwhile is lost. A refused registration is kept on
 * the delivery itself, too, so that a send that had to wait for its row sees it.
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
 * Whether a delivery leads to another server than those whose origins have one of these digests; so does one of an unknown origin.
 * As a value of each row, which no plan turns into a walk through all capabilities.
 */
export const leadsElsewhere = (originDigests: readonly Buffer[]) => {
  const digests = sql.array([...originDigests], 'bytea')
  return sql.fragment`(
    cardinality(${digests}) = 0 OR coalesce((
      SELECT capability.origin_digest <> ALL (${digests})
      FROM capability
      WHERE capability.submission_id = delivery.submission_id
    ), TRUE)
  )`
}
