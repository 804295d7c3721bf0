import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '@course-grading/data/db/db'
import type { ClientBase, QueryConfig } from 'pg'

interface Token {
  readonly sql: string
  readonly values: readonly unknown[]
}

/**
 * The statement that the service sends first in `run`, as a named statement of `pg`, so that a twin sends the same one. `run` is called
 * with a transaction that records it and sends nothing. What was bound of `marks` becomes the value of the same name.
 */
export async function recordStatement<Marks extends Readonly<Record<string, unknown>>>(
  name: string,
  marks: Marks,
  run: (tx: Tx) => Promise<unknown>,
): Promise<(given: Readonly<Record<keyof Marks, unknown>>) => QueryConfig> {
  let recorded: Token | undefined
  const ended = new Error('there is no reply')
  const record = (token: Token): never => {
    recorded = token
    throw ended
  }
  const recording = { query: record, maybeOne: record, one: record, any: record }
  await (async () => run(recording as unknown as Tx))().catch((error: unknown) => {
    if (error !== ended) throw error
  })
  const { sql, values } = recorded!
  // Statements that several requests share bind lists.
  const valueOf = (bound: unknown, given: Readonly<Record<keyof Marks, unknown>>): unknown => {
    const key = Object.keys(marks).find((each) => isDeepStrictEqual(marks[each], bound))
    if (key !== undefined) return given[key]
    return Array.isArray(bound) ? bound.map((item) => valueOf(item, given)) : bound
  }
  const text = sql.replaceAll('$slonik_', '$')
  return (given) => ({ name, text, values: values.map((bound) => valueOf(bound, given)) })
}

/** The rows of such a statement, in which the service calls its columns in camelCase. */
export async function rowsOf<Row extends object>(
  client: Pick<ClientBase, 'query'>,
  query: QueryConfig,
): Promise<Row[]> {
  const { rows } = await client.query<Record<string, unknown>>(query)
  return rows.map((row) => {
    const members = Object.entries(row).map(([column, value]) => [memberOf(column), value] as const)
    return Object.fromEntries(members) as Row
  })
}

const members = new Map<string, string>()

function memberOf(column: string): string {
  const member = members.get(column) ?? column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  members.set(column, member)
  return member
}
