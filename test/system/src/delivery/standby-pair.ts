import { execFileSync } from 'node:child_process'
import { appendFileSync, chownSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeTempDataDir, type Postgres, startPostgres } from '@course-grading/embedded-postgres'
import pg from 'pg'
import { startPrivateDatabase } from '../private-database.ts'
import { patienceMs, waitFor } from '../service-process.ts'
import type { WorldDatabase } from './delivery-world.ts'

/** A stopped cluster with the schema and the demo world, of which pairs are copied. */
export interface PairOrigin {
  readonly startPair: (options: PairOptions) => Promise<StandbyPair>
  readonly remove: () => Promise<void>
}

export interface PairOptions {
  /** For what a commit on the primary waits; null: for nothing of the standby. */
  readonly synchronous: 'on' | 'remote_apply' | null
}

/** A primary, and a standby that follows it. */
export interface StandbyPair {
  readonly primary: PairServer
  readonly standby: PairServer
  /** Waits until the standby has all that the primary has committed by now. */
  readonly untilEqual: () => Promise<void>
  /** From now on the standby hears nothing of what the primary commits. */
  readonly cutStream: () => Promise<void>
  /** The standby takes over; resolves when it takes writes. */
  readonly promote: () => Promise<void>
  readonly remove: () => Promise<void>
}

export interface PairServer extends WorldDatabase {
  /** As the cluster's owner, on a connection of its own. */
  readonly ask: <Row extends pg.QueryResultRow = pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>
  /** SIGKILL of the postmaster; resolves when it is gone. */
  readonly kill: () => Promise<void>
  readonly stop: () => Promise<void>
}

const settings = { wal_level: 'replica', max_wal_senders: '4', synchronous_commit: 'on' }

export async function createPairOrigin(): Promise<PairOrigin> {
  const origin = await startPrivateDatabase(settings)
  await origin.migrate()
  await origin.stop()

  const copy = (): string => {
    const dataDir = makeTempDataDir()
    // Not node's own cp, which gives every file to whoever copies.
    execFileSync('cp', ['-a', `${origin.dataDir}/.`, dataDir])
    return dataDir
  }
  const started = async (dataDir: string, more: Record<string, string>): Promise<PairServer> =>
    pairServer(await startPostgres({ dataDir, durable: false, settings: { ...settings, ...more } }), origin.ownerUrl, origin.urls.manualGrading)

  return {
    async startPair({ synchronous }) {
      const folders = [copy(), copy()] as const
      const primary = await started(folders[0], synchronous === null ? {} : { synchronous_commit: synchronous, synchronous_standby_names: '*' })
      follow(folders[1], primary.ownerUrl)
      const standby = await started(folders[1], {})
      await waitFor('the standby to follow', patienceMs, async () => {
        const [following] = await primary.ask("SELECT FROM pg_stat_replication WHERE state = 'streaming' AND sync_state = $1", [synchronous === null ? 'async' : 'sync'])
        return following === undefined ? undefined : true
      })
      return {
        primary, standby,
        async untilEqual() {
          const [{ at } = { at: '' }] = await primary.ask<{ at: string }>('SELECT pg_current_wal_insert_lsn()::text AS at')
          await waitFor('the standby to have everything', patienceMs, async () => {
            const [has] = await standby.ask('SELECT WHERE pg_last_wal_replay_lsn() >= $1::pg_lsn', [at])
            return has === undefined ? undefined : true
          })
        },
        async cutStream() {
          await standby.ask("ALTER SYSTEM SET primary_conninfo = ''")
          await standby.ask('SELECT pg_reload_conf()')
          await waitFor('the stream to be cut', patienceMs, async () => (await primary.ask('SELECT FROM pg_stat_replication')).length === 0 || undefined)
        },
        async promote() {
          const [{ done } = { done: false }] = await standby.ask<{ done: boolean }>('SELECT pg_promote(TRUE, 60) AS done')
          if (!done) throw new Error('the standby did not take over')
        },
        async remove() {
          await Promise.all([primary.stop(), standby.stop()])
          for (const folder of folders) rmSync(folder, { recursive: true, force: true })
        },
      }
    },
    remove: () => origin.remove(),
  }
}

/** Makes of a copy a standby of the server at this address. */
function follow(dataDir: string, primaryUrl: string): void {
  const { hostname, port, username, password } = new URL(primaryUrl)
  const pgdata = join(dataDir, 'pgdata')
  const { uid, gid } = statSync(pgdata)
  const signal = join(pgdata, 'standby.signal')
  writeFileSync(signal, '', { mode: 0o600 })
  chownSync(signal, uid, gid)
  appendFileSync(join(pgdata, 'postgresql.auto.conf'), `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password}'\n`)
}

function pairServer(server: Postgres, ownerUrl: string, databaseUrl: string): PairServer {
  const here = (url: string): string => {
    const moved = new URL(url)
    moved.port = String(server.port)
    return moved.href
  }
  return {
    ownerUrl: here(ownerUrl), databaseUrl: here(databaseUrl),
    async ask<Row extends pg.QueryResultRow>(text: string, values?: unknown[]) {
      const client = new pg.Client({ connectionString: here(ownerUrl) })
      client.on('error', () => {})
      await client.connect()
      try {
        return (await client.query<Row>(text, values)).rows
      } finally {
        await client.end()
      }
    },
    async kill() {
      server.kill('SIGKILL')
      await server.ended
    },
    stop: () => server.stop(),
  }
}
