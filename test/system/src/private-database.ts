import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  ensureServiceRoles,
  makeTempDataDir,
  type Postgres,
  type PostgresOptions,
  type ServiceUrls,
  startPostgres,
} from '@course-grading/test-embedded-postgres'
import { seedDemoWorld } from '@course-grading/test-kit'
import pg from 'pg'

const migrateCommand = join(import.meta.dirname, '../../../libs/data/bin/migrate.ts')

/** A PostgreSQL for one test, which may stop it and start it again at the same address. */
export interface PrivateDatabase {
  readonly urls: ServiceUrls
  readonly ownerUrl: string
  /** Creates the schema and the demo world. */
  readonly migrate: () => Promise<void>
  /** The server's folder. */
  readonly dataDir: string
  /** Shuts the server down in an orderly way. Its folder is then consistent and can be copied. */
  readonly stop: () => Promise<void>
  /** SIGKILL of the postmaster, as a crash would; resolves when it is gone. */
  readonly kill: () => Promise<void>
  /** Starts the server again at the same address, with the same data. The settings hold until the next start. */
  readonly start: (changed?: Readonly<Record<string, string>>) => Promise<void>
  /** Sends SIGSTOP or SIGCONT to every process of the server. After SIGSTOP, connections stay open and get no reply. */
  readonly signalAll: (name: 'SIGSTOP' | 'SIGCONT') => void
  /** The server's log since its last start. */
  readonly log: () => string
  readonly remove: () => Promise<void>
}

/**
 * @param settings of the server, by name. They override ours.
 * @param of the programs to use, and additional environment variables.
 */
export async function startPrivateDatabase(
  settings: Readonly<Record<string, string>> = {},
  of: Pick<PostgresOptions, 'programs' | 'env'> = {},
): Promise<PrivateDatabase> {
  const dataDir = makeTempDataDir()
  // Commits must survive a killed server, but not a loss of power.
  const options = { dataDir, durable: false, settings: { synchronous_commit: 'on', ...settings }, ...of }
  let server: Postgres = await startPostgres(options)
  const { port } = server
  const name = 'course_grading'
  await onServer(server.url, `CREATE DATABASE ${name}`)
  const urls = await ensureServiceRoles(server.url, name)
  const owner = new URL(server.url)
  owner.pathname = `/${name}`
  return {
    urls,
    ownerUrl: owner.href,
    dataDir,
    stop: () => server.stop(),
    async migrate() {
      await promisify(execFile)(process.execPath, [migrateCommand], {
        env: { ...process.env, MIGRATION_DATABASE_URL: owner.href },
      })
      await seedDemoWorld(owner.href)
    },
    async kill() {
      server.kill('SIGKILL')
      await server.ended
    },
    async start(changed = {}) {
      server = await startPostgres({ ...options, settings: { ...options.settings, ...changed }, port })
    },
    signalAll(signal) {
      for (const pid of [server.pid, ...childrenOf(server.pid)]) process.kill(pid, signal)
    },
    log: () => readFileSync(join(dataDir, 'server.log'), 'utf8'),
    async remove() {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** The child processes, from the kernel's table. */
function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => {
      try {
        return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) === parent
      } catch {
        return false // gone since it was listed
      }
    })
}
