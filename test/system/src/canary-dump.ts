import type pg from 'pg'

/** Every row, as text, of every table and view of the database except those of PostgreSQL itself. */
export async function dumpTables(owner: pg.Client): Promise<ReadonlyMap<string, string>> {
  const tables = await owner.query<{ name: string }>(`
    SELECT format('%I.%I', namespace.nspname, relation.relname) AS name
    FROM pg_catalog.pg_class AS relation JOIN pg_catalog.pg_namespace AS namespace ON namespace.oid = relation.relnamespace
    WHERE relation.relkind IN ('r', 'p', 'm', 'v') AND namespace.nspname !~ '^(pg_|information_schema$)'
  `)
  const dump = new Map<string, string>()
  for (const { name } of tables.rows) {
    const { rows } = await owner.query<{ row: string }>(`SELECT one::text AS row FROM ${name} AS one`)
    dump.set(name, rows.map(({ row }) => row).join('\n'))
  }
  return dump
}
