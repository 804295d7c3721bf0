import { closeSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Binaries } from './binaries.ts'
import { findBinaries } from './binaries.ts'
import type { ClusterUser } from './cluster-user.ts'
import { asClusterUser, findClusterUser } from './cluster-user.ts'
import { makeDataDir } from './folders.ts'
import { findFreePort } from './free-port.ts'
import { ensureCluster } from './init-cluster.ts'
import { findLivePostmaster, readPostmasterLock, removeStaleLock } from './postmaster-lock.ts'
import type { WatchedProcess } from './watched-process.ts'
import { endsWithin, startWatched } from './watched-process.ts'

export interface PostgresOptions {
  /**
   * The folder of the cluster, made if missing. It contains `pgdata`, `owner-password` (mode 0600) and `server.log`.
   */
  readonly dataDir: string
  /** The folder with `initdb` and `postgres` of an installed PostgreSQL, 15 or later. Default: the embedded one. */
  readonly programs?: string
  /** A port of 127.0.0.1; a free one if left out. */
  readonly port?: number
  /** If false, a crash may lose everything, and the server is several times faster. For tests. Default true. */
  readonly durable?: boolean
  /** Whether dataDir is removed when the server has ended, for whatever reason. Default false. */
  readonly ephemeral?: boolean
  /** Server settings by name; they replace ours. */
  readonly settings?: Readonly<Record<string, string>>
  /**
   * Environment of the server only, in addition to the few variables that it always has. The shell that watches it does not get
   * these.
   */
  readonly env?: Readonly<Record<string, string>>
}

export interface Postgres {
  /** Connection URL of the superuser, with the database `postgres`. */
  readonly url: string
  readonly port: number
  readonly dataDir: string
  /** The process id of the postmaster. */
  readonly pid: number
  /** Resolves with the exit code when the server has ended. */
  readonly ended: Promise<number>
  /**
   * Stops in PostgreSQL's fast mode: open transactions are rolled back. After 8 s the server is stopped without that.
   */
  stop(): Promise<void>
  /** Sends the signal to the postmaster, for instance SIGKILL to cause a crash. */
  kill(signal: NodeJS.Signals): void
}

/** Another running server has the folder, because its starter is running or just ending. */
export class ClusterInUseError extends Error {
  readonly dataDir: string
  readonly pid: number

  constructor(dataDir: string, pid: number) {
    super(`The database in ${dataDir} is in use by another process (PostgreSQL ${pid}).`)
    this.name = 'ClusterInUseError'
    this.dataDir = dataDir
    this.pid = pid
  }
}

const undurable = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
}
/**
 * A start is tried again: a free port may be taken in the meantime, and after a crash the old memory segment stays for
 * a moment.
 */
const attempts = 4

/**
 * Starts a PostgreSQL, the embedded one by default, and resolves when it accepts connections. It ends with `stop`, or
 * by itself a moment after this process ends in any way. It does not keep this process alive.
 */
export async function startPostgres(options: PostgresOptions): Promise<Postgres> {
  try {
    return await persist(options)
  } catch (error) {
    if (options.ephemeral === true) rmSync(options.dataDir, { recursive: true, force: true })
    throw error
  }
}

async function persist(options: PostgresOptions): Promise<Postgres> {
  const user = findClusterUser()
  const binaries = findBinaries(user, options.programs)
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await attemptStart(options, user, binaries)
    } catch (error) {
      if (attempt === attempts || !(error instanceof ServerEndedError)) throw error
      await sleep(200 * attempt)
    }
  }
}

/** The server ended while it started. Its log says why. */
class ServerEndedError extends Error {}

async function attemptStart(options: PostgresOptions, user: ClusterUser, binaries: Binaries): Promise<Postgres> {
  const { dataDir } = options
  if (!makeDataDir(user, dataDir)) {
    throw new Error(`PostgreSQL runs as ${user?.name ?? 'you'} and cannot enter ${dataDir}: choose another folder.`)
  }
  const { pgdata, password } = await ensureCluster(binaries, user, dataDir, options.durable !== false)
  await requireUnused(dataDir, pgdata)
  const port = options.port ?? (await findFreePort())
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    deadlock_timeout: '100ms',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(options.durable === false ? undurable : {}),
    ...options.settings,
    port: `${port}`,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const logFile = join(dataDir, 'server.log')
  const log = openSync(logFile, 'w', 0o600)
  // The log is opened now: an ephemeral folder is removed when the server has ended, and the error needs its last
  // lines.
  const logReader = openSync(logFile, 'r')
  const deps = Object.entries(options.env ?? {}).map(([name, value]) => `${name}=${value}`)
  const server = await startWatched({
    ...asClusterUser(user),
    command: ['/usr/bin/env', ...deps, binaries.postgres, '-D', pgdata, ...flags],
    log,
    lastSignal: 'QUIT',
    removeAtEnd: options.ephemeral === true ? dataDir : '',
  })
  closeSync(log)
  try {
    await waitUntilReady(server, pgdata, logReader)
  } finally {
    closeSync(logReader)
  }
  return {
    url: ownerUrl(password, port),
    port,
    dataDir,
    pid: server.pid,
    ended: server.ended,
    stop: () => stop(server),
    kill: (signal) => {
      server.kill(signal)
    },
  }
}

/** The process id of a running server on this folder; null if there is none. */
export function findRunningPostgres(dataDir: string): number | null {
  return findLivePostmaster(join(dataDir, 'pgdata'))?.pid ?? null
}

/** Connection URL of its superuser, with the database `postgres`; null if no running server is on this folder. */
export function findOwnerUrl(dataDir: string): string | null {
  const lock = findLivePostmaster(join(dataDir, 'pgdata'))
  return lock === null ? null : ownerUrl(readFileSync(join(dataDir, 'owner-password'), 'utf8'), lock.port)
}

function ownerUrl(password: string, port: number): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
}

/** Waits a moment for a server whose starter has just been killed to end. */
async function requireUnused(dataDir: string, pgdata: string): Promise<void> {
  const startedAt = performance.now()
  for (;;) {
    const holder = findLivePostmaster(pgdata)
    if (holder === null) break
    const patienceMs = holder.state === 'stopping' ? 10_000 : 1_500
    if (performance.now() - startedAt > patienceMs) throw new ClusterInUseError(dataDir, holder.pid)
    await sleep(50)
  }
  removeStaleLock(pgdata)
}

async function waitUntilReady(server: WatchedProcess, pgdata: string, logReader: number): Promise<void> {
  let hasEnded = false
  void server.ended.then(() => {
    hasEnded = true
  })
  for (;;) {
    const lock = readPostmasterLock(pgdata)
    // The process id is compared because the lock of an earlier server may say "ready" too.
    if (lock?.pid === server.pid && lock.state === 'ready') return
    if (hasEnded) throw new ServerEndedError(`PostgreSQL ended while starting:\n${tailOf(logReader)}`)
    await sleep(10)
  }
}

async function stop(server: WatchedProcess): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    server.kill(signal)
    if (await endsWithin(server, 8_000)) return
  }
}

function tailOf(words: number): string {
  return readFileSync(words, 'utf8').trimEnd().split('\n').slice(-12).join('\n')
}
