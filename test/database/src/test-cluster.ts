import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { ServiceUrls } from '@course-grading/embedded-postgres'
import { ensureServiceRoles, makeTempDataDir, startPostgres } from '@course-grading/embedded-postgres'
import { Client, escapeIdentifier } from 'pg'

/** What a test process needs to make databases; plain data, so that it can travel between processes. */
export interface TestClusterAccess {
  /** Owner of the server, in its maintenance database. */
  readonly serverUrl: string
  /** Migrated, empty, closed to connections; clones share its roles. */
  readonly template: string
  /** URLs of the service roles in the template. */
  readonly urls: ServiceUrls
}

export interface TestCluster extends TestClusterAccess {
  /** Removes every database and role it made, and the server if that is its own. */
  stop(): Promise<void>
}

const namePrefix = 'course_grading_test_'
const migrateCommand = fileURLToPath(new URL('../../../libs/data/bin/migrate.ts', import.meta.url))

/** A server of the tests' own, or the one whose owner `serverUrl` is, with a migrated template database. */
export async function startTestCluster(serverUrl?: string): Promise<TestCluster> {
  if (serverUrl !== undefined) return await prepare(serverUrl, async () => {})
  const postgres = await startPostgres({ dataDir: makeTempDataDir(), durable: false, ephemeral: true })
  return await prepare(postgres.url, () => postgres.stop())
}

async function prepare(serverUrl: string, stopServer: () => Promise<void>): Promise<TestCluster> {
  const template = `${namePrefix}${randomBytes(4).toString('hex')}`
  // Held for the whole run: its advisory lock tells other runs on the same server that these databases are in use.
  const keeper = new Client({ connectionString: serverUrl })
  try {
    await keeper.connect()
    await keeper.query('SELECT pg_advisory_lock(hashtext($1))', [template])
    await sweep(keeper)
    await keeper.query(`CREATE DATABASE ${escapeIdentifier(template)}`)
    const urls = await ensureServiceRoles(serverUrl, template)
    await migrate(urlOf(serverUrl, template))
    await keeper.query(`ALTER DATABASE ${escapeIdentifier(template)} ALLOW_CONNECTIONS false`)
    return {
      serverUrl, template, urls,
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

/** Removes what killed runs left on a server that outlives them. */
async function sweep(keeper: Client): Promise<void> {
  const found = await keeper.query<{ template: string }>(
    `SELECT DISTINCT substring(datname, '^' || $1 || '[0-9a-f]{8}') AS template FROM pg_catalog.pg_database
     WHERE datname ~ ('^' || $1 || '[0-9a-f]{8}')`, [namePrefix])
  for (const { template } of found.rows) {
    const lock = await keeper.query<{ free: boolean }>('SELECT pg_try_advisory_lock(hashtext($1)) AS free', [template])
    if (lock.rows[0]?.free !== true) continue
    await remove(keeper, template)
    await keeper.query('SELECT pg_advisory_unlock(hashtext($1))', [template])
  }
}

async function remove(keeper: Client, template: string): Promise<void> {
  const found = await keeper.query<{ datname: string }>(
    'SELECT datname FROM pg_catalog.pg_database WHERE starts_with(datname, $1)', [template])
  for (const { datname } of found.rows) {
    await keeper.query(`DROP DATABASE IF EXISTS ${escapeIdentifier(datname)} WITH (FORCE)`)
  }
  const roles = await keeper.query<{ rolname: string }>(
    'SELECT rolname FROM pg_catalog.pg_roles WHERE starts_with(rolname, $1)', [template])
  for (const { rolname } of roles.rows) await keeper.query(`DROP ROLE IF EXISTS ${escapeIdentifier(rolname)}`)
}

async function migrate(ownerUrl: string): Promise<void> {
  if (!existsSync(migrateCommand)) return
  const env = { ...process.env, MIGRATION_DATABASE_URL: ownerUrl, DATABASE_URL: ownerUrl }
  await promisify(execFile)(process.execPath, [migrateCommand], { env })
}

/** The same server and role, another database. */
export function urlOf(url: string, databaseName: string): string {
  const other = new URL(url)
  other.pathname = `/${databaseName}`
  return other.href
}
