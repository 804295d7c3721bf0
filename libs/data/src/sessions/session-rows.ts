import { sql, type FragmentSqlToken } from 'slonik'

/** Whether a session is live, by the database's clock: neither unused for too long nor past its absolute end. */
export function isLive(idleS: number): FragmentSqlToken {
  return sql.fragment`(
    session.expires_at > statement_timestamp()
    AND session.last_used_at > statement_timestamp() - make_interval(secs => ${idleS}::integer)
  )`
}

/**
 * Deletes the sessions in `doomed (session_id)`, as a common table expression that counts them. That expression must take its locks
 * in the order of the ids, or skip what is locked. Otherwise two transactions that delete many sessions could wait for each other
 * in a circle.
 */
export const deletedSessions = sql.fragment`
  deleted AS (
    DELETE FROM session USING doomed
    WHERE session.session_id = doomed.session_id
    RETURNING session.session_id
  )
`
