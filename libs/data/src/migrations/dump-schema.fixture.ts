import type pg from 'pg'
import { serviceRoleSuffixes } from './service-roles.ts'

/**
 * The schema `public` as the catalogs describe it, as SQL to be read by people and compared by a test: tables with columns
 * and constraints, indexes, triggers, functions and grants. The same on every server and for every name of the database:
 * roles stand there by their service alone, and what belongs to the owner is left out.
 */
export async function dumpSchema(client: pg.Client): Promise<string> {
  const tables: string[] = []
  for (const table of await listNames(client, tablesQuery)) {
    const members = [...await listNames(client, columnsQuery, table), ...await listNames(client, constraintsQuery, table)]
    const after = [
      ...await listNames(client, indexesQuery, table),
      ...await listNames(client, triggersQuery, table),
      ...await listNames(client, grantsQuery, table),
      ...await listNames(client, columnGrantsQuery, table),
    ]
    tables.push(`CREATE TABLE ${table} (\n${members.map((member) => `  ${member}`).join(',\n')}\n);\n`
      + after.map((line) => `${line};\n`).join(''))
  }
  const rest = [...await listNames(client, functionsQuery), ...await listNames(client, schemaGrantsQuery)]
  return `-- As the catalogs describe it. Written by \`pnpm --filter @course-grading/data dump-schema\`, never by hand.\n\n${[...tables, rest.map((line) => `${line};\n`).join('')].join('\n')}`
}

async function listNames(client: pg.Client, query: string, table?: string): Promise<string[]> {
  const found = await client.query<{ line: string }>(query, table === undefined ? [] : [table])
  return found.rows.map((row) => row.line)
}

const tablesQuery = `
  SELECT relname AS line FROM pg_class
  WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') ORDER BY relname COLLATE "C"`

const columnsQuery = `
  SELECT concat_ws(' ', attname, format_type(atttypid, atttypmod),
    CASE WHEN attnotnull THEN 'NOT NULL' END,
    CASE attgenerated WHEN 's' THEN 'GENERATED ALWAYS AS (' || pg_get_expr(adbin, adrelid) || ') STORED'
      ELSE 'DEFAULT ' || pg_get_expr(adbin, adrelid) END) AS line
  FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
  WHERE attrelid = ('public.' || quote_ident($1))::regclass AND attnum > 0 AND NOT attisdropped
  ORDER BY attnum`

// NOT NULL is told with the column: since version 18 it is a constraint as well.
const constraintsQuery = `
  SELECT 'CONSTRAINT ' || conname || ' ' || pg_get_constraintdef(oid) AS line FROM pg_constraint
  WHERE conrelid = ('public.' || quote_ident($1))::regclass AND contype IN ('p', 'u', 'f', 'c', 'x')
  ORDER BY position(contype IN 'pucxf'), conname COLLATE "C"`

const indexesQuery = `
  SELECT pg_get_indexdef(indexrelid) || CASE WHEN indisvalid THEN '' ELSE ' -- INVALID' END AS line
  FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
  WHERE indrelid = ('public.' || quote_ident($1))::regclass
    AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u', 'x'))
  ORDER BY relname COLLATE "C"`

const triggersQuery = `
  SELECT pg_get_triggerdef(oid) AS line FROM pg_trigger
  WHERE tgrelid = ('public.' || quote_ident($1))::regclass AND NOT tgisinternal ORDER BY tgname COLLATE "C"`

/** A role by its service; anybody else by name. */
const grantee = `CASE WHEN grantee = 0 THEN 'PUBLIC'
  ELSE coalesce(substring(pg_get_userbyid(grantee) FROM '_((?:${serviceRoleSuffixes.join('|')}))$'),
    pg_get_userbyid(grantee)) END`

const grantsQuery = `
  SELECT format('GRANT %s ON %s TO %s', string_agg(privilege_type, ', ' ORDER BY privilege_type COLLATE "C"), relname, ${grantee}) AS line
  FROM pg_class CROSS JOIN aclexplode(relacl)
  WHERE pg_class.oid = ('public.' || quote_ident($1))::regclass AND grantee <> relowner
  GROUP BY relname, grantee ORDER BY ${grantee} COLLATE "C"`

const columnGrantsQuery = `
  SELECT format('GRANT %s (%s) ON %s TO %s', privilege_type, string_agg(attname, ', ' ORDER BY attnum), relname, ${grantee}) AS line
  FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid CROSS JOIN aclexplode(attacl)
  WHERE pg_class.oid = ('public.' || quote_ident($1))::regclass AND grantee <> relowner
  GROUP BY relname, privilege_type, grantee ORDER BY ${grantee} COLLATE "C", privilege_type`

const functionsQuery = `
  SELECT rtrim(pg_get_functiondef(pg_proc.oid), E'\\n') AS line FROM pg_proc
  WHERE pronamespace = 'public'::regnamespace ORDER BY proname COLLATE "C", pg_get_function_identity_arguments(pg_proc.oid)`

const schemaGrantsQuery = `
  SELECT format('GRANT %s ON SCHEMA public TO %s', string_agg(privilege_type, ', ' ORDER BY privilege_type COLLATE "C"), ${grantee}) AS line
  FROM pg_namespace CROSS JOIN aclexplode(nspacl)
  WHERE nspname = 'public' AND grantee <> nspowner
  GROUP BY grantee ORDER BY ${grantee} COLLATE "C"`
