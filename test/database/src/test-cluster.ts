import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { ServiceUrls } from '@course-grading/test-embedded-postgres'
import {
  ensureServiceRoles,
  makeMemoryDataDir,
  serviceRoleNames,
  startPostgres,
} from '@course-grading/test-embedded-postgres'
import { Client, escapeIdentifier } from 'pg'

/** What a test process needs to make databases. It is plain data, so that it can be sent to other processes. */
export interface TestClusterAccess {
  /** The owner's URL of the server's maintenance database. */
  readonly serverUrl: string
  /** The name of the template: migrated, empty, closed to connections. Its clones share its roles. */
  readonly template: string
  /** The URLs of the service roles in the template. */
  readonly urls: ServiceUrls
}

export interface TestCluster extends TestClusterAccess {
  /** Removes every database and role that was made, and stops the server if it is the tests' own. */
  stop(): Promise<void>
}

const namePrefix = 'course_grading_test_'
const migrateCommand = fileURLToPath(new URL('../../../libs/data/bin/migrate.ts', import.meta.url))

/**
 * Starts a server with these settings besides ours, or takes the one whose owner `serverUrl` is, and makes a migrated template database
 * there.
 */
export async function startTestCluster(
  serverUrl?: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<TestCluster> {
  if (serverUrl !== undefined) return await prepare(serverUrl, async () => {})
  const postgres = await startPostgres({
    dataDir: makeMemoryDataDir(),
    durable: false,
    ephemeral: true,
    // malloc would return the memory of each plan to the system: planning a list of submissions took 13 ms instead of 2.
    env: { MALLOC_TOP_PAD_: '16777216', MALLOC_TRIM_THRESHOLD_: '1073741824', MALLOC_MMAP_THRESHOLD_: '1073741824' },
    // Its log of changes is never read again, and takes memory. A vacuum by chance would change plans, and only a superuser
    // may end it, so that an ordinary owner could not drop its database.
    settings: { min_wal_size: '32MB', max_wal_size: '128MB', autovacuum: 'off', ...settings },
  })
  return await prepare(postgres.url, async () => {
    await postgres.stop()
    if (existsSync(postgres.dataDir)) throw new Error(`The test cluster left ${postgres.dataDir}.`)
  })
}

async function prepare(serverUrl: string, stopServer: () => Promise<void>): Promise<TestCluster> {
  const template = `${namePrefix}${randomBytes(4).toString('hex')}`
  // This connection stays open for the whole run under the template's name, so that other runs on the server see that
  // its databases are in use.
  const keeper = new Client({ connectionString: serverUrl, application_name: template })
  try {
    await keeper.connect()
    await sweep(keeper)
    await keeper.query(`CREATE DATABASE ${escapeIdentifier(template)}`)
    const urls = await ensureServiceRoles(serverUrl, template)
    await joinRoles(keeper, template)
    await migrate(urlOf(serverUrl, template))
    await keeper.query(`ALTER DATABASE ${escapeIdentifier(template)} ALLOW_CONNECTIONS false`)
    return {
      serverUrl,
      template,
      urls,
      stop: async () => {
        await remove(keeper, template)
        await keeper.end()
        await stopServer()
      },
    }
  } catch (error) {
    await keeper.end()
    await stopServer()
    throw error
  }
}

/**
 * Makes the owner a member of the roles. Otherwise an owner who is not a superuser could not end the services' sessions,
 * and so not drop a database.
 */
async function joinRoles(keeper: Client, template: string): Promise<void> {
  for (const role of Object.values(serviceRoleNames(template))) {
    await keeper.query(`GRANT ${escapeIdentifier(role)} TO CURRENT_USER`)
  }
}

/** Removes what runs of this owner that were killed have left on a server that outlives them. */
async function sweep(keeper: Client): Promise<void> {
  const found = await keeper.query<{ template: string }>(
    `SELECT DISTINCT left(found.datname, length($1) + 8) AS template
     FROM pg_catalog.pg_database AS found
     WHERE found.datname ~ ('^' || $1 || '[0-9a-f]{8}') AND pg_get_userbyid(found.datdba) = current_user
       AND NOT EXISTS (
         SELECT FROM pg_catalog.pg_stat_activity AS running
         WHERE running.application_name = left(found.datname, length($1) + 8))`,
    [namePrefix],
  )
  for (const { template } of found.rows) await remove(keeper, template)
}

async function remove(keeper: Client, template: string): Promise<void> {
  const found = await keeper.query<{ datname: string }>(
    'SELECT datname FROM pg_catalog.pg_database WHERE starts_with(datname, $1)',
    [template],
  )
  for (const { datname } of found.rows) {
    await keeper.query(`DROP DATABASE IF EXISTS ${escapeIdentifier(datname)} WITH (FORCE)`)
  }
  const roles = await keeper.query<{ rolname: string }>(
    'SELECT rolname FROM pg_catalog.pg_roles WHERE starts_with(rolname, $1)',
    [template],
  )
  for (const { rolname } of roles.rows) await keeper.query(`DROP ROLE IF EXISTS ${escapeIdentifier(rolname)}`)
}

async function migrate(ownerUrl: string): Promise<void> {
  if (!existsSync(migrateCommand)) return
  const env = { ...process.env, MIGRATION_DATABASE_URL: ownerUrl, DATABASE_URL: ownerUrl }
  await promisify(execFile)(process.execPath, [migrateCommand], { env })
}

/** The same server and role with another database. */
export function urlOf(url: string, databaseName: string): string {
  const other = new URL(url)
  other.pathname = `/${databaseName}`
  return other.href
}
