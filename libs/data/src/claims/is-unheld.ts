import { sql, type FragmentSqlToken } from 'slonik'

/** Whether nobody holds a submission: it was never claimed, or its lease lapsed. */
export const isUnheld = (heldUntil: FragmentSqlToken): FragmentSqlToken =>
  sql.fragment`coalesce(${heldUntil} <= clock_timestamp(), TRUE)`
