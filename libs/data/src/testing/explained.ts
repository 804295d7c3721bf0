import pg from 'pg'
import type { Db, Tx } from '../db/db.ts'
import { memberOf } from '../db/named-query.ts'
import { typeParserOf } from '../db/type-parsers.ts'

/** A node of an executed plan, with the numbers that tests look at. */
export interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Function Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly 'Rows Removed by Join Filter'?: number
  readonly 'Shared Hit Blocks': number
  readonly 'Shared Read Blocks': number
  readonly Plans?: readonly PlanNode[]
}

export interface Explained {
  readonly name: string
  /** The nodes that ran, the root first. */
  readonly nodes: readonly PlanNode[]
  readonly pages: number
}

interface Asked {
  readonly name?: string
  readonly sql: string
  readonly values: readonly unknown[]
}

/** A connection whose rows are as the product's driver gives them. */
export const openClient = async (connectionString: string): Promise<pg.Client> => {
  const client = new pg.Client({
    connectionString,
    options: '-c TimeZone=UTC -c DateStyle=ISO -c statement_timeout=10s',
    types: { getTypeParser: (id: number) => typeParserOf(id) as never },
  })
  await client.connect()
  return client
}

/** Runs `act` in a transaction that is rolled back, and returns the executed plans of its statements, as the product prepares them. */
export async function explain(
  client: pg.Client,
  mode: 'force_custom_plan' | 'force_generic_plan',
  act: (tx: Tx) => Promise<unknown>,
): Promise<readonly Explained[]> {
  const done: Explained[] = []
  const run = async ({ name = 'unnamed', sql, values }: Asked): Promise<pg.QueryResult<Record<string, unknown>>> => {
    await client.query('DEALLOCATE ALL')
    await client.query(`PREPARE asked AS ${sql.replaceAll('$slonik_', '$')}`)
    const execute = `EXECUTE asked${values.length === 0 ? '' : ` (${values.map(literal).join(', ')})`}`
    await client.query('SAVEPOINT before')
    const { rows } = await client.query<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(
      `EXPLAIN (ANALYZE, TIMING OFF, SUMMARY OFF, BUFFERS, FORMAT JSON) ${execute}`,
    )
    await client.query('ROLLBACK TO before')
    const root = rows[0]!['QUERY PLAN'][0]!.Plan
    const nodes = nodesOf(root).filter((node) => node['Actual Loops'] > 0)
    done.push({ name, nodes, pages: root['Shared Hit Blocks'] + root['Shared Read Blocks'] })
    return await client.query<Record<string, unknown>>(execute)
  }
  const any = async (asked: Asked) => (await run(asked)).rows.map(withMembers)
  const first = async (asked: Asked) => (await any(asked))[0] ?? null
  const query = async (asked: Asked) => ({ rowCount: (await run(asked)).rowCount })
  await client.query(`BEGIN; SET LOCAL jit = off; SET LOCAL plan_cache_mode = ${mode}`)
  try {
    await act({ any, one: first, maybeOne: first, query } as unknown as Tx & Db)
  } finally {
    await client.query('ROLLBACK')
  }
  return done
}

const literal = (value: unknown): string =>
  value === null
    ? 'NULL'
    : Buffer.isBuffer(value)
      ? `'\\x${value.toString('hex')}'`
      : pg.escapeLiteral(Array.isArray(value) ? arrayLiteral(value) : String(value))
const arrayLiteral = (values: readonly unknown[]): string =>
  `{${values.map((value) => (value === null ? 'NULL' : JSON.stringify(String(value)))).join(',')}}`

const withMembers = (row: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(row).map(([column, value]) => [memberOf(column), value]))

function nodesOf(node: PlanNode): readonly PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)]
}
