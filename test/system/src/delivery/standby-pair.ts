import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { makeTempDataDir, type Postgres, startPostgres } from '@course-grading/test-embedded-postgres'
import pg from 'pg'
import { startPrivateDatabase } from '../private-database.ts'
import { waitFor } from '../service-process.ts'
import type { TakeBaseBackup } from './base-backup.ts'
import type { WorldDatabase } from './delivery-world.ts'

/** A stopped cluster with the schema and the demo world. Primaries are copies of it. */
export interface PairOrigin {
  readonly startPair: (options: PairOptions) => Promise<StandbyPair>
  readonly remove: () => Promise<void>
}

export interface PairOptions {
  /** What a commit on the primary waits for. Null if it does not wait for the standby. */
  readonly synchronous: 'on' | 'remote_apply' | null
}

/** A primary, and a standby that follows it. */
export interface StandbyPair {
  readonly primary: PairServer
  readonly standby: PairServer
  /** Waits until the standby has all that the primary has committed by now. */
  readonly untilEqual: () => Promise<void>
  /** From now on the standby receives nothing that the primary commits. */
  readonly cutStream: () => Promise<void>
  /** Promotes the standby; resolves when it accepts writes. */
  readonly promote: () => Promise<void>
  readonly remove: () => Promise<void>
}

interface PairServer extends WorldDatabase {
  /** Runs a statement as the cluster's owner, on a new connection. */
  readonly ask: <Row extends pg.QueryResultRow = pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>
  /** SIGKILL of the postmaster; resolves when it is gone. */
  readonly kill: () => Promise<void>
  readonly stop: () => Promise<void>
}

/** `wal_keep_size` keeps the log since the start of a backup, so that it can be streamed. */
const settings = { wal_level: 'replica', max_wal_senders: '4', wal_keep_size: '256MB', synchronous_commit: 'on' }

/** Which PostgreSQL the two servers are, and how the standby is copied from the primary. */
export interface PairMaker {
  /** The folder of an installed PostgreSQL's programs. Default: the embedded ones. */
  readonly programs?: string
  readonly takeBaseBackup: TakeBaseBackup
}

export async function createPairOrigin({ takeBaseBackup, ...programs }: PairMaker): Promise<PairOrigin> {
  const origin = await startPrivateDatabase(settings, programs)
  await origin.migrate()
  await origin.stop()

  const started = async (dataDir: string, more: Record<string, string>): Promise<PairServer> =>
    pairServer(
      await startPostgres({ dataDir, durable: false, settings: { ...settings, ...more }, ...programs }),
      origin.ownerUrl,
      origin.urls.manualGrading,
    )

  return {
    async startPair({ synchronous }) {
      const folders = [makeTempDataDir(), makeTempDataDir()] as const
      // Not Node's own cp, which makes the copying user the owner of every file.
      execFileSync('cp', ['-a', `${origin.dataDir}/.`, folders[0]])
      const primary = await started(
        folders[0],
        synchronous === null ? {} : { synchronous_commit: synchronous, synchronous_standby_names: '*' },
      )
      await takeBaseBackup({
        url: primary.ownerUrl,
        from: folders[0],
        to: folders[1],
        meanwhile: () => writeMeanwhile(primary),
      })
      const standby = await started(folders[1], {})
      await waitFor('the standby to follow', async () => {
        const [following] = await primary.ask(
          "SELECT FROM pg_stat_replication WHERE state = 'streaming' AND sync_state = $1",
          [synchronous === null ? 'async' : 'sync'],
        )
        return following === undefined ? undefined : true
      })
      const untilEqual = async (): Promise<void> => {
        const [{ at } = { at: '' }] = await primary.ask<{ at: string }>('SELECT pg_current_wal_flush_lsn()::text AS at')
        await waitFor('the standby to have everything', async () => {
          const [has] = await standby.ask('SELECT WHERE pg_last_wal_replay_lsn() >= $1::pg_lsn', [at])
          return has === undefined ? undefined : true
        })
      }
      await untilEqual()
      await requireWritten(standby)
      return {
        primary,
        standby,
        untilEqual,
        async cutStream() {
          await standby.ask("ALTER SYSTEM SET primary_conninfo = ''")
          await standby.ask('SELECT pg_reload_conf()')
          await waitFor(
            'the stream to be cut',
            async () => (await primary.ask('SELECT FROM pg_stat_replication')).length === 0,
          )
        },
        async promote() {
          const [{ done } = { done: false }] = await standby.ask<{ done: boolean }>(
            'SELECT pg_promote(TRUE, 60) AS done',
          )
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

const writtenMeanwhile = 100

/** Writes rows while the backup is taken, some before and some after a checkpoint. The standby must recover from before that checkpoint. */
async function writeMeanwhile({ ownerUrl }: PairServer): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    // The standby does not exist yet, so the commit must not wait for it.
    await client.query('SET synchronous_commit = local')
    await client.query('CREATE TABLE written_meanwhile (number integer PRIMARY KEY)')
    for (let number = 1; number <= writtenMeanwhile; number += 1) {
      await client.query('INSERT INTO written_meanwhile VALUES ($1)', [number])
      if (number === writtenMeanwhile / 2) await client.query('CHECKPOINT')
    }
  } finally {
    await client.end()
  }
}

async function requireWritten(standby: PairServer): Promise<void> {
  const [{ count } = { count: 0 }] = await standby.ask<{ count: number }>(
    'SELECT count(*)::int AS count FROM written_meanwhile',
  )
  if (count !== writtenMeanwhile)
    throw new Error(`the standby has ${count} of ${writtenMeanwhile} rows that were written while it was made`)
}

function pairServer(server: Postgres, ownerUrl: string, databaseUrl: string): PairServer {
  const here = (url: string): string => {
    const moved = new URL(url)
    moved.port = String(server.port)
    return moved.href
  }
  return {
    ownerUrl: here(ownerUrl),
    databaseUrl: here(databaseUrl),
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
