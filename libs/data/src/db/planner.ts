import { sql, type FragmentSqlToken } from 'slonik'

/*
 * How statements say what the planner shall not choose by itself, since it knows nothing of a course that was just read for the first
 * time, and since one plan has to serve all values.
 */

/** An id that the planner does not see: for one that its statistics lack it would expect one row, and read the course again for each row. */
export const unseen = (id: number): FragmentSqlToken => sql.fragment`(SELECT ${id}::bigint)`

/** Ends a subquery that is computed as it stands: for each row beside it, in its order, and as a value of its own. */
export const keptApart = sql.fragment`OFFSET 0`

/** A condition on another table, asked for each row that needs it: as EXISTS or a join it may read that table whole. `ifNone`: also where it is NULL. */
export const lookedUp = (select: FragmentSqlToken, { ifNone }: { readonly ifNone: boolean }): FragmentSqlToken =>
  sql.fragment`coalesce((${select}), ${ifNone ? sql.fragment`TRUE` : sql.fragment`FALSE`})`

/** Whether there are such rows, written from their FROM on; a condition that is looked up. */
export const isFound = (from: FragmentSqlToken): FragmentSqlToken =>
  lookedUp(sql.fragment`SELECT TRUE ${from} LIMIT 1`, { ifNone: false })

/** A condition that is only checked on the rows that others find: it has a form that no index and no join matches. */
export const onlyChecked = (condition: FragmentSqlToken): FragmentSqlToken =>
  sql.fragment`coalesce(${condition}, FALSE)`
