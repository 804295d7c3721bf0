import { sql, type FragmentSqlToken } from 'slonik'

export const pageKeys = sql.fragment`known.course_id, known.exercise_id, known.submission_id, known.submitted_at, known.is_registered`

const inOrder = (limit: FragmentSqlToken) =>
  sql.fragment`ORDER BY known.submitted_at, known.submission_id LIMIT ${limit}`

/**
 * The query `chosen` of a WITH, after those that it reads: the first submissions that meet the condition, the oldest first, as `pageKeys`.
 * Registered ones are read by their index, then the snapshot's up to the last of a full page: there is almost nothing more, since most of
 * what a snapshot has is registered. One statement reads both, so that none is missed that becomes registered between two pages.
 */
export function pageByIndex({
  condition,
  ofUnregistered = condition,
  limit,
}: {
  readonly condition: FragmentSqlToken
  readonly ofUnregistered?: FragmentSqlToken
  readonly limit: FragmentSqlToken
}): FragmentSqlToken {
  return sql.fragment`
    registered AS MATERIALIZED (
      SELECT ${pageKeys} FROM known_submission AS known WHERE known.is_registered AND ${condition} ${inOrder(limit)}
    ),
    last AS MATERIALIZED (
      SELECT ${pageKeys} FROM registered AS known ORDER BY known.submitted_at, known.submission_id OFFSET ${limit} - 1
    ),
    unregistered AS MATERIALIZED (
      SELECT ${pageKeys}
      FROM known_submission AS known
      WHERE NOT known.is_registered AND ${ofUnregistered} AND (known.submitted_at, known.submission_id) < (
        coalesce((SELECT last.submitted_at FROM last), 'infinity'), coalesce((SELECT last.submission_id FROM last), 0)
      )
      ${inOrder(limit)}
    ),
    chosen AS MATERIALIZED (
      SELECT ${pageKeys}
      FROM (SELECT ${pageKeys} FROM registered AS known UNION ALL SELECT ${pageKeys} FROM unregistered AS known) AS known
      ${inOrder(limit)}
    )`
}
