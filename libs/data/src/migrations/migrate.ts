import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { runner } from 'node-pg-migrate'
import pg from 'pg'
import { recordChecksums, refuseOlderSeries, verifyChecksums } from './checksums.ts'
import { MigrationError } from './migration-error.ts'
import { requireServiceRoles } from './service-roles.ts'
import { sqlFiles } from './sql-files.ts'

export const migrationsFolder = fileURLToPath(new URL('../../migrations', import.meta.url))

interface MigrateOptions {
  /** Connects as the owner of the database. */
  readonly url: string
  readonly folder?: string
  readonly waitMs?: number
  readonly lockTimeoutMs?: number
  readonly statementTimeoutMs?: number
  readonly log?: (line: string) => void
}

/** Any constant will do, as long as every run of this command takes the same one. */
const advisoryLock = 4_120_260_301
const lockAttempts = 5
const lockPauseMs = 1_000
const turnPauseMs = 100

/** Returns the files applied. Each is a transaction, so a killed run can be repeated. Rejects with a `MigrationError`. */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const folder = options.folder ?? migrationsFolder
  const client = new pg.Client({
    connectionString: options.url,
    application_name: 'migrate',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  })
  // If the connection is lost between two statements, the next statement fails.
  client.on('error', () => {})
  await client.connect().catch((error: unknown) => {
    throw new MigrationError('connect', `cannot connect to the database: ${reasonOf(error)}`)
  })
  try {
    await takeTurn(client, options.waitMs ?? 300_000)
    await setTimeLimit(client, 'lock_timeout', options.lockTimeoutMs ?? 5_000)
    await setTimeLimit(client, 'statement_timeout', options.statementTimeoutMs ?? 600_000)
    await refuseOlderSeries(client, folder)
    await requireServiceRoles(client)
    await verifyChecksums(client, folder)
    await recordChecksums(client, folder)
    return await applyFiles(client, folder, options.log ?? (() => {}))
  } finally {
    await client.end()
  }
}

/** Asks at intervals: a waiting statement holds a snapshot, for which an index made concurrently by the other run would wait for ever. */
async function takeTurn(client: pg.Client, waitMs: number): Promise<void> {
  const since = performance.now()
  for (;;) {
    const {
      rows: [row],
    } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [advisoryLock])
    if (row?.taken === true) return
    if (performance.now() - since > waitMs)
      throw new MigrationError('locked', 'another migration run has not ended in time')
    await delay(turnPauseMs)
  }
}

async function setTimeLimit(
  client: pg.Client,
  setting: 'lock_timeout' | 'statement_timeout',
  limitMs: number,
): Promise<void> {
  await client.query('SELECT set_config($1, $2, false)', [setting, String(limitMs)])
}

/** A statement that did not get a lock in time is tried again later, since waiting longer would hold up the service. */
async function applyFiles(client: pg.Client, folder: string, log: (line: string) => void): Promise<string[]> {
  for (let attempt = 1; ; attempt += 1) {
    const words: string[] = []
    try {
      return await applyOnce(client, folder, (line) => words.push(line))
    } catch (error) {
      const locked = error instanceof pg.DatabaseError && error.code === '55P03'
      if (!locked || attempt === lockAttempts)
        throw new MigrationError('failed', [...words, reasonOf(error)].join('\n'))
      await client.query('ROLLBACK')
      log(`a table is locked, trying again (${attempt} of ${lockAttempts})`)
      await delay(lockPauseMs)
    }
  }
}

async function applyOnce(client: pg.Client, folder: string, warn: (line: string) => void): Promise<string[]> {
  const applied = await runner({
    dbClient: client,
    dir: folder,
    direction: 'up',
    migrationLoaderStrategies: sqlFiles,
    migrationsTable: 'schema_migration',
    checkOrder: true,
    singleTransaction: false,
    noLock: true,
    logger: { debug: () => {}, info: () => {}, warn, error: warn },
  })
  return applied.map((migration) => migration.name)
}

/** Migrations hold no personal data, so here, and only here, the server's own message may be shown. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0])
  return error instanceof Error ? error.message : 'unknown reason'
}
