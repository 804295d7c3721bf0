import { sql, type FragmentSqlToken } from 'slonik'

/** Saves of one person within five minutes of the first one are one row of the history, and one version of a document. */
export const isSameSave = (
  first: { readonly byUserId: FragmentSqlToken; readonly at: FragmentSqlToken },
  userId: number,
): FragmentSqlToken => sql.fragment`
  (${first.byUserId} = ${userId}::bigint AND ${first.at} > clock_timestamp() - interval '5 minutes')`
