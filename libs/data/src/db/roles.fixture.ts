import { createTestDatabase } from '@course-grading/test-database'
import pg from 'pg'
import { testIn } from '../testing/test-in.ts'

/** The roles of the services. */
export const roleNames = ['publicApi', 'frontendInternal', 'manualGrading'] as const
export type RoleName = (typeof roleNames)[number]

/** A database of its own, with a connection as its owner and one as each role. */
async function openRoles() {
  const testDatabase = await createTestDatabase()
  const owner = await connect(testDatabase.ownerUrl)
  const roles = {
    publicApi: await connect(testDatabase.urls.publicApi),
    frontendInternal: await connect(testDatabase.urls.frontendInternal),
    manualGrading: await connect(testDatabase.urls.manualGrading),
  }
  const close = async () => {
    for (const client of [owner, ...Object.values(roles)]) await client.end()
    await testDatabase.drop()
  }
  return { owner, roles, tables: await listTables(owner), close }
}

export const it = testIn(openRoles)

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

async function listTables(owner: pg.Client) {
  const { rows } = await owner.query<{ table: string; columns: string[] }>(`
    SELECT relname AS table, array_agg(attname::text ORDER BY attnum) AS columns
    FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND attgenerated = ''
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' GROUP BY relname ORDER BY relname`)
  return rows
}

/** Whether the server lets this role try at all; what the statement then runs into does not matter. Nothing is kept. */
export async function isAllowed(client: pg.Client, statement: string): Promise<boolean> {
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
