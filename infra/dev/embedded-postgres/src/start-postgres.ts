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
  /** Folder of the cluster, made when missing: `pgdata`, `owner-password` (mode 0600) and `server.log` are inside. */
  readonly dataDir: string
  /** Folder with `initdb` and `postgres` of an installed PostgreSQL, 15 or later. Default: the embedded one. */
  readonly programs?: string
  /** On 127.0.0.1; a free one unless given. */
  readonly port?: number
  /** false: a crash may lose everything, several times faster. For tests. Default true. */
  readonly durable?: boolean
  /** Removes dataDir when the server has ended, however it ended. Default false. */
  readonly ephemeral?: boolean
  /** Server settings by name; they win over ours. */
  readonly settings?: Readonly<Record<string, string>>
  /** Environment of the server alone, beside the little that it is given; not of the shell that watches it. */
  readonly env?: Readonly<Record<string, string>>
}

export interface Postgres {
  /** Connection URL of the superuser, database `postgres`. */
  readonly url: string
  readonly port: number
  readonly dataDir: string
  /** The postmaster. */
  readonly pid: number
  /** Resolves with the exit code when the server is gone. */
  readonly ended: Promise<number>
  /** Fast shutdown: open transactions are rolled back; after 8 s without looking back. */
  stop(): Promise<void>
  /** Sends the signal to the postmaster, e.g. SIGKILL to play a crash. */
  kill(signal: NodeJS.Signals): void
}

/** Another live server holds the folder: its starter runs, or runs down. */
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
/** A free port may be taken before we are there, and after a crash the old memory segment is held for a moment. */
const attempts = 4

/**
 * Starts a PostgreSQL, the embedded one unless another is given, and resolves when it answers. It ends with `stop`, or by itself within a moment when
 * this process ends in any way. It does not keep this process alive.
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

/** The server ended while it started. Its log tells why. */
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
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(options.durable === false ? undurable : {}),
    ...options.settings,
    port: `${port}`,
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const logFile = join(dataDir, 'server.log')
  const log = openSync(logFile, 'w', 0o600)
  // Opened now: an ephemeral folder is gone when the server is, and its last words are wanted all the same.
  const words = openSync(logFile, 'r')
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
    await waitUntilReady(server, pgdata, words)
  } finally {
    closeSync(words)
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

/** The postmaster of a live server on this folder; null when there is none. */
export function findRunningPostgres(dataDir: string): number | null {
  return findLivePostmaster(join(dataDir, 'pgdata'))?.pid ?? null
}

/** Connection URL of its superuser, database `postgres`; null when no live server is on this folder. */
export function findOwnerUrl(dataDir: string): string | null {
  const lock = findLivePostmaster(join(dataDir, 'pgdata'))
  return lock === null ? null : ownerUrl(readFileSync(join(dataDir, 'owner-password'), 'utf8'), lock.port)
}

function ownerUrl(password: string, port: number): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
}

/** A server whose starter has just been killed is given a moment to go. */
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

async function waitUntilReady(server: WatchedProcess, pgdata: string, words: number): Promise<void> {
  let over = false
  void server.ended.then(() => {
    over = true
  })
  for (;;) {
    const lock = readPostmasterLock(pgdata)
    // The pid is compared because a lock of another life may say "ready" too.
    if (lock?.pid === server.pid && lock.state === 'ready') return
    if (over) throw new ServerEndedError(`PostgreSQL ended while starting:\n${tailOf(words)}`)
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
