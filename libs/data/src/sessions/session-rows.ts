import { sql, type FragmentSqlToken } from 'slonik'

export function isLive(idleS: number): FragmentSqlToken {
  return sql.fragment`(
    session.expires_at > statement_timestamp()
    AND session.last_used_at > statement_timestamp() - make_interval(secs => ${idleS}::integer)
  )`
}

/** Deletes `doomed (session_id)`, which must lock by id or skip what is locked, or two transactions could wait for each other. */
export const deleteDoomed = sql.fragment`DELETE FROM session USING doomed WHERE session.session_id = doomed.session_id`
