import { randomUUIDv7 } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '@course-grading/data/db/db'
import type { ClientBase, QueryConfig } from 'pg'

interface Token {
  readonly sql: string
  readonly values: readonly unknown[]
}

/**
 * The statements that the service sends, as named statements of `pg`, so that the twin sends the same ones. `run` is called
 * with a transaction that sends nothing: it records each statement, and replies with the next item of `replies`, which is a row
 * or null. The run ends with the last reply.
 */
export async function recordStatements(
  run: (tx: Tx) => Promise<unknown>,
  replies: readonly unknown[],
): Promise<readonly RecordedStatement[]> {
  const tokens: Token[] = []
  const ended = new Error('there is no further reply')
  const next = async (token: Token): Promise<unknown> => {
    tokens.push(token)
    if (tokens.length > replies.length) throw ended
    return replies[tokens.length - 1]
  }
  const recording = { query: next, maybeOne: next, one: next, any: async (token: Token) => [await next(token)] }
  await run(recording as unknown as Tx).catch((error: unknown) => {
    if (error !== ended) throw error
  })
  return tokens.map(({ sql, values }) => ({ text: sql.replaceAll('$slonik_', '$'), values }))
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

interface RecordedStatement {
  readonly text: string
  readonly values: readonly unknown[]
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * Makes queries of a statement that was recorded with the values `marks`: each mark becomes the value of the same name, and each id that
 * the service made up becomes a new one.
 */
export function queriesLike<Marks extends Readonly<Record<string, unknown>>>(
  name: string,
  { text, values }: RecordedStatement,
  marks: Marks,
): (given: Readonly<Record<keyof Marks, unknown>>) => QueryConfig {
  const keyOf = (value: unknown): keyof Marks | undefined =>
    Object.keys(marks).find((key) => isDeepStrictEqual(marks[key], value))
  const makerOf = (value: unknown): ((given: Readonly<Record<keyof Marks, unknown>>) => unknown) => {
    const key = keyOf(value)
    if (key !== undefined) return (given) => given[key]
    if (Array.isArray(value)) {
      const makers = value.map(makerOf)
      return (given) => makers.map((make) => make(given))
    }
    if (typeof value === 'string' && uuid.test(value)) return () => randomUUIDv7()
    return () => value
  }
  const makers = values.map(makerOf)
  return (given) => ({ name, text, values: makers.map((make) => make(given)) })
}
