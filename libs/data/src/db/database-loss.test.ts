import { DatabaseUnavailable } from '@course-grading/domain/errors/database-unavailable'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@course-grading/test-embedded-postgres'
import pg from 'pg'
import Type from 'typebox'
import { describe, expect, onTestFinished, vi } from 'vitest'
import { createDatabase, type Database } from './database.ts'
import { read } from './row.ts'
import { patient } from '../testing/open-settings.ts'
import { startTcpProxy } from './tcp-proxy.fixture.ts'
import { testIn } from '../testing/test-in.ts'

const it = testIn(openWorld)

describe('createDatabase', () => {
  it('starts without a database, is not ready, and becomes ready by itself', async ({ world }) => {
    await world.stop('SIGINT')
    const database = await world.open()
    expect(await database.check()).toEqual({ database: 'unavailable', schema: 'unknown' })
    await expect(readOne(database)).rejects.toBeInstanceOf(DatabaseUnavailable)
    await world.start()
    await vi.waitFor(() => readOne(database), recoveryMs)
    expect(await database.check()).toMatchObject({ database: 'ok' })
  })
})

describe('a database that is lost', () => {
  it.for<NodeJS.Signals>(['SIGINT', 'SIGKILL'])(
    'fails running statements, and is used again after a restart by %s',
    async (signal, { world }) => {
      const database = await world.open()
      const running = [1, 2].map(() => database.query(pause(50)))
      await expect.poll(() => database.state().size).toBe(2)
      const settled = Promise.allSettled(running)
      await world.stop(signal)
      for (const result of await settled) {
        expect(result).toMatchObject({ status: 'rejected', reason: { name: 'DatabaseUnavailable' } })
      }
      expect(await database.check()).toEqual({ database: 'unavailable', schema: 'unknown' })
      await world.start()
      const answers = await Promise.all([1, 2, 3, 4, 5].map(() => vi.waitFor(() => readOne(database), recoveryMs)))
      expect(answers).toEqual(Array.from({ length: 5 }, () => ({ one: 1 })))
    },
  )

  it('closes idle connections, so that no later caller gets an error from one of them', async ({ world }) => {
    const database = await world.open()
    await Promise.all([1, 2, 3].map(() => readOne(database)))
    await world.terminate('loss')
    await expect.poll(() => database.state().size).toBe(0)
    await expect(readOne(database)).resolves.toEqual({ one: 1 })
  })

  it('fails a transaction whose connection was closed', async ({ world }) => {
    const database = await world.open()
    const work = database.transaction(async (tx) => {
      await tx.maybeOne(ping`SELECT 1 AS one`)
      await world.terminate('loss')
      await tx.maybeOne(ping`SELECT 1 AS one`)
    })
    await expect(work).rejects.toBeInstanceOf(DatabaseUnavailable)
    await expect(readOne(database)).resolves.toEqual({ one: 1 })
  })

  it('fails only the statement that was being sent when its connection was reset', async ({ world }) => {
    const proxy = await startTcpProxy(world.url())
    const database = await createDatabase({ url: proxy.url, applicationName: 'reset', poolMax: 3, ...patient })
    onTestFinished(async () => {
      await database.end()
      await proxy.close()
    })
    proxy.resetAfter('pg_sleep')
    for (let round = 0; round < 4; round += 1) {
      const reset = [database.query(pause(4)), database.transaction((tx) => tx.query(pause(4)))]
      for (const result of await Promise.allSettled(reset))
        expect(result).toMatchObject({ status: 'rejected', reason: { name: 'DatabaseUnavailable' } })
      await expect(readOne(database)).resolves.toEqual({ one: 1 })
    }
  })

  it('is reported as unavailable when its connections are used up', async ({ world }) => {
    const guest = new pg.Client({ connectionString: world.url() })
    await guest.connect()
    await guest.query('CREATE ROLE limited LOGIN CONNECTION LIMIT 0')
    await guest.end()
    const url = new URL(world.url())
    url.username = 'limited'
    url.password = ''
    const database = await createDatabase({ url: url.href, applicationName: 'limited' })
    onTestFinished(() => database.end())
    await expect(readOne(database)).rejects.toBeInstanceOf(DatabaseUnavailable)
  })
})

/** A server of its own, which tests may stop. Nothing may reject unhandled meanwhile. */
async function openWorld() {
  const unhandled: unknown[] = []
  const noteUnhandled = (error: unknown) => void unhandled.push(error)
  process.on('unhandledRejection', noteUnhandled)
  const dataDir = await mkdtemp(join(tmpdir(), 'database-loss-'))
  let server = await startPostgres({ dataDir, durable: false })
  const start = async () => {
    server = await startPostgres({ dataDir, durable: false, port: server.port })
  }
  const stop = async (signal: NodeJS.Signals) => {
    server.kill(signal)
    await server.ended
  }
  const open = async (): Promise<Database> => {
    const database = await createDatabase({ url: server.url, applicationName: 'loss', poolMax: 3, ...patient })
    onTestFinished(() => database.end())
    return database
  }
  const terminate = async (applicationName: string) => {
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1', [
      applicationName,
    ])
    await client.end()
  }
  const close = async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
    process.off('unhandledRejection', noteUnhandled)
    expect(unhandled).toEqual([])
  }
  return { url: () => server.url, start, stop, open, terminate, close }
}

const ping = read('lossTestPing', Type.Object({ one: Type.Integer() }))
const pause = (seconds: number) => read('lossTestPause')`SELECT pg_sleep(${seconds}::float8)`
const readOne = (db: Database) => db.maybeOne(ping`SELECT 1 AS one`)
const recoveryMs = 60_000
