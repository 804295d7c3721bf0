import { createTestDatabase } from '@course-grading/test-database'
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'

const testDatabase = await createTestDatabase()
const owner = await connect(testDatabase.ownerUrl)
const roles = {
  publicApi: await connect(testDatabase.urls.publicApi),
  frontendInternal: await connect(testDatabase.urls.frontendInternal),
  manualGrading: await connect(testDatabase.urls.manualGrading),
}
const roleNames = ['publicApi', 'frontendInternal', 'manualGrading'] as const
afterAll(async () => {
  for (const client of [owner, ...Object.values(roles)]) await client.end()
  await testDatabase.drop()
})

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

/** r read, a add, w change, d delete; of the whole table. Whatever is not listed here must be refused. */
const allowed: Record<string, Partial<Record<keyof typeof roles, string>>> = {
  course_grader: { publicApi: 'rawd', frontendInternal: 'rawd' },
  course_grader_language: { publicApi: 'rad', frontendInternal: 'rad' },
  course_grader_tag: { publicApi: 'rad', frontendInternal: 'rad' },
  course_language: { publicApi: 'rad', frontendInternal: 'rad' },
  course_settings: { publicApi: 'r', frontendInternal: 'ra' },
  course_settings_revision: { publicApi: 'a', frontendInternal: 'ra' },
  course_slug: { frontendInternal: 'ra' },
  course_tag: { publicApi: 'r', frontendInternal: 'rawd' },
  course_visible_tag: { publicApi: 'rad', frontendInternal: 'rad' },
  manual_grading_exercise: { publicApi: 'rad', frontendInternal: 'rad', manualGrading: 'r' },
  schema_migration: { publicApi: 'r', frontendInternal: 'r', manualGrading: 'r' },
  schema_migration_checksum: {},
}

const attempts: readonly (readonly [string, (table: string, columns: readonly string[]) => string])[] = [
  ['r', (table) => `SELECT * FROM ${table}`],
  ['a', (table) => `INSERT INTO ${table} DEFAULT VALUES`],
  ['w', (table, columns) => `UPDATE ${table} SET ${columns.map((column) => `${column} = NULL`).join(', ')} WHERE FALSE`],
  ['d', (table) => `DELETE FROM ${table} WHERE FALSE`],
  ['truncate', (table) => `TRUNCATE ${table}`],
  ['alter', (table) => `ALTER TABLE ${table} ADD mine integer`],
  ['drop', (table) => `DROP TABLE ${table}`],
]

/** Whether the server lets this role try at all; what the statement then runs into does not matter. Nothing is kept. */
async function isAllowed(client: pg.Client, statement: string): Promise<boolean> {
  await client.query('BEGIN')
  try {
    await client.query(statement)
    return true
  } catch (error) {
    return !(error instanceof pg.DatabaseError && error.code === '42501')
  } finally {
    await client.query('ROLLBACK')
  }
}

const tables = (await owner.query<{ table: string; columns: string[] }>(`
  SELECT relname AS table, array_agg(attname::text ORDER BY attnum) AS columns
  FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND attgenerated = ''
  WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' GROUP BY relname ORDER BY relname`)).rows

describe('every table', () => {
  it('has its line here', () => {
    expect(tables.map((row) => row.table).toSorted()).toEqual(Object.keys(allowed).toSorted())
  })
})

describe.each(roleNames)('%s', (role) => {
  it.each(tables)('can do with $table what is listed, and nothing else', async ({ table, columns }) => {
    const can: string[] = []
    for (const [letter, statement] of attempts) {
      if (await isAllowed(roles[role], statement(table, columns))) can.push(letter)
    }
    expect(can.join('')).toBe(allowed[table]?.[role] ?? '')
  })

  it.each([
    'CREATE TABLE public.mine ()', 'CREATE SCHEMA mine', 'CREATE ROLE mine', 'CREATE FUNCTION public.mine() RETURNS int RETURN 1',
    'CREATE VIEW public.mine AS SELECT 1', 'CREATE EXTENSION pg_stat_statements',
    "SELECT setval('schema_migration_id_seq', 1)", "SELECT pg_read_file('/etc/hostname')", "COPY (SELECT 1) TO PROGRAM 'true'",
  ])('may not: %s', async (statement) => {
    expect(await isAllowed(roles[role], statement)).toBe(false)
  })

  it('owns nothing', async () => {
    const owned = await roles[role].query('SELECT FROM pg_class WHERE relowner = current_user::regrole')
    expect(owned.rowCount).toBe(0)
  })
})

describe('course_settings', () => {
  it.each([
    ['publicApi', 'revision, document, updated_at'], ['frontendInternal', 'revision, document, updated_at'], ['manualGrading', ''],
  ] as const)('lets %s change: %s', async (role, expected) => {
    const can: string[] = []
    for (const column of ['course_id', 'revision', 'document', 'updated_at']) {
      if (await isAllowed(roles[role], `UPDATE course_settings SET ${column} = NULL WHERE FALSE`)) can.push(column)
    }
    expect(can.join(', ')).toBe(expected)
  })

  it('shows manualGrading which courses there are, and no document', async () => {
    expect(await isAllowed(roles.manualGrading, 'SELECT course_id, revision, slug, name, listed FROM course_settings')).toBe(true)
    expect(await isAllowed(roles.manualGrading, 'SELECT document FROM course_settings')).toBe(false)
  })
})
