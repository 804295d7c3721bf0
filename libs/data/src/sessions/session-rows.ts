import { sql, type FragmentSqlToken } from 'slonik'

/** Whether a session is live, by the database's clock: neither unused nor kept for too long. */
export function isLive(idleS: number): FragmentSqlToken {
  return sql.fragment`(
    session.expires_at > statement_timestamp()
    AND session.last_used_at > statement_timestamp() - make_interval(secs => ${idleS}::integer)
  )`
}

/**
 * Deletes what `doomed (session_id)` has, as a common table expression that counts. That one must take its locks in the
 * order of the ids (or skip what is locked), so that two who delete many never wait for each other in a circle.
 */
export const deletedSessions = sql.fragment`
  deleted AS (
    DELETE FROM session USING doomed
    WHERE session.session_id = doomed.session_id
    RETURNING session.session_id
  )
`
