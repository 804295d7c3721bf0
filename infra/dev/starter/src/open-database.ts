import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Postgres, ServiceUrls } from '@course-grading/test-embedded-postgres'
import {
  chooseDataDir,
  ClusterInUseError,
  ensureServiceRoles,
  findOwnerUrl,
  findRunningPostgres,
  startPostgres,
} from '@course-grading/test-embedded-postgres'
import { Client, escapeIdentifier } from 'pg'
import type { Say } from './progress.ts'
import { StartError } from './start-error.ts'
import type { StateFolder } from './state-folder.ts'
import type { StartUpstream } from './upstream.ts'

/**
 * The key of the advisory lock that a starter holds in its database, so that no two share one. It is arbitrary, but
 * fixed.
 */
const starterLock = 7_301_466_021

export interface OpenDatabase {
  readonly ownerUrl: string
  readonly urls: ServiceUrls
  /** Null if the server was given by DATABASE_URL. */
  readonly server: Postgres | null
  close(): Promise<void>
}

/**
 * Opens the owner's database with the three roles in it, on the given server, or else on the embedded one. `tellFresh` asks for a new
 * embedded one, and gets what was deleted for it.
 */
export async function openDatabase(
  givenUrl: string | undefined,
  state: StateFolder,
  upstream: StartUpstream,
  tellFresh: Say | null = null,
): Promise<OpenDatabase> {
  if (givenUrl !== undefined) return await open(givenUrl, null)
  const server = await startEmbedded(state)
  try {
    if (tellFresh !== null) await deleteDatabase(server, embeddedDatabaseFor(upstream), tellFresh)
    return await open(await ensureDatabase(server.url, embeddedDatabaseFor(upstream)), server)
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** Throws if this checkout is already running, so that a second start does not report taken ports instead. */
export function requireNotRunning(state: StateFolder): void {
  const pid = findRunningPostgres(dataDirOf(state))
  if (pid !== null) throw new StartError(`${alreadyRunning} Its PostgreSQL is process ${pid}.`)
}

/** The owner's URL of the database of a running start with the simulator; null if none runs. */
export function findDatabase(givenUrl: string | undefined, state: StateFolder): string | null {
  if (givenUrl !== undefined) return givenUrl
  const serverUrl = findOwnerUrl(dataDirOf(state))
  return serverUrl === null ? null : embeddedUrl(serverUrl, simulatorDatabase)
}

async function startEmbedded(state: StateFolder): Promise<Postgres> {
  try {
    return await startPostgres({ dataDir: dataDirOf(state) })
  } catch (error) {
    if (!(error instanceof ClusterInUseError)) throw error
    throw new StartError(`${alreadyRunning} Its PostgreSQL is process ${error.pid}.`, error)
  }
}

function dataDirOf(state: StateFolder): string {
  return chooseDataDir(join(state.path, 'postgres'), state.key)
}

const alreadyRunning =
  'This checkout is already running: stop that start first, or start another checkout on other ports.'

async function open(ownerUrl: string, server: Postgres | null): Promise<OpenDatabase> {
  const keeper = await connect(ownerUrl)
  try {
    const lock = await keeper.query<{ held: boolean }>('SELECT pg_try_advisory_lock($1) AS held', [starterLock])
    if (lock.rows[0]?.held !== true) {
      throw new StartError('Another start uses this database (DATABASE_URL): stop it first.')
    }
    const { rows } = await keeper.query<{ name: string }>('SELECT current_database() AS name')
    const urls = await ensureServiceRoles(ownerUrl, rows[0]?.name ?? '')
    return {
      ownerUrl,
      urls,
      server,
      close: async () => {
        await keeper.end()
        await server?.stop()
      },
    }
  } catch (error) {
    await keeper.end()
    throw error
  }
}

async function connect(ownerUrl: string): Promise<Client> {
  try {
    const client = new Client({ connectionString: ownerUrl })
    // The connection only holds a lock. Whoever uses the database reports that the server has ended.
    client.on('error', () => {})
    await client.connect()
    return client
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(`The database (DATABASE_URL) cannot be reached: ${reason}`, error)
  }
}

const simulatorDatabase = 'course_grading'

/**
 * Each A+ has a database of its own: a real course 11 must not get the settings and exercises of the demo's course 11,
 * nor those of another A+. The name has a digest, because a URL is longer than a role's name may be.
 */
function embeddedDatabaseFor({ url, isSimulator }: StartUpstream): string {
  return isSimulator
    ? simulatorDatabase
    : `${simulatorDatabase}_${createHash('sha256').update(url.replace(/\/+$/, '')).digest('hex').slice(0, 12)}`
}

async function deleteDatabase({ url, dataDir }: Postgres, database: string, say: Say): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    say(`--fresh: deletes the database ${database} in ${dataDir}, and with it all that was done in the demo world.`)
    await client.query(`DROP DATABASE IF EXISTS ${escapeIdentifier(database)} WITH (FORCE)`)
  } finally {
    await client.end()
  }
}

async function ensureDatabase(serverUrl: string, database: string): Promise<string> {
  const client = new Client({ connectionString: serverUrl })
  await client.connect()
  try {
    const found = await client.query('SELECT 1 FROM pg_catalog.pg_database WHERE datname = $1', [database])
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${escapeIdentifier(database)}`)
  } finally {
    await client.end()
  }
  return embeddedUrl(serverUrl, database)
}

function embeddedUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}

/** Migrates the schema, as an operator would. */
export async function migrate(checkout: string, ownerUrl: string, env: NodeJS.ProcessEnv): Promise<void> {
  const command = join(checkout, 'libs/data/bin/migrate.ts')
  try {
    await promisify(execFile)(process.execPath, [command], { env: { ...env, MIGRATION_DATABASE_URL: ownerUrl } })
  } catch (error) {
    const reason = error instanceof Error && 'stderr' in error ? String(error.stderr).trimEnd() : String(error)
    throw new StartError(`The database could not be migrated:\n${reason}`, error)
  }
}
