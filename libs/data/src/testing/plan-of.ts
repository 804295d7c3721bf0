import pg from 'pg'

interface Asked {
  readonly sql: string
  readonly values: readonly unknown[]
}

interface PlanOptions {
  readonly mode?: 'auto' | 'force_custom_plan' | 'force_generic_plan'
  /** What `EXPLAIN` shows. */
  readonly show?: string
}

/** Prepares a statement as the product does, as the only one of its connection, and returns the command that runs it. */
export async function prepare(client: pg.Client, { sql, values }: Asked): Promise<string> {
  await client.query('DEALLOCATE ALL')
  await client.query(`PREPARE asked AS ${sql.replaceAll('$slonik_', '$')}`)
  const given = values.map((value) =>
    value === null ? 'NULL' : pg.escapeLiteral(Array.isArray(value) ? `{${value.join(',')}}` : String(value)),
  )
  return `EXECUTE asked (${given.join(', ')})`
}

/** The plan of a statement, as the server makes it for the role of the connection. */
export async function planOf(client: pg.Client, asked: Asked, options: PlanOptions = {}): Promise<string> {
  const { mode = 'auto', show = 'COSTS OFF' } = options
  await client.query(`SET plan_cache_mode = ${mode}`)
  const plan = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN (${show}) ${await prepare(client, asked)}`)
  return plan.rows.map((row) => row['QUERY PLAN']).join('\n')
}
