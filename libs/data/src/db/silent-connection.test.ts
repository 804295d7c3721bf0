import { DatabaseUnavailable } from '@course-grading/domain/errors/database-unavailable'
import Type from 'typebox'
import { describe, expect } from 'vitest'
import type { Database } from './database.ts'
import { read } from './row.ts'
import { testBehindProxy } from './tcp-proxy.fixture.ts'

const seen: string[] = []
const statementTimeoutMs = 700
const observe = { query: (name: string) => void seen.push(name), acquire: () => {} }
const it = testBehindProxy({ applicationName: 'silent', poolMax: 2, statementTimeoutMs, observe })

describe('a connection that no longer replies', () => {
  it('ends its query at the deadline, and closes the socket', async ({ proxy, database }) => {
    await readOne(database)
    proxy.fallSilent()
    const started = performance.now()
    await expect(readOne(database)).rejects.toBeInstanceOf(DatabaseUnavailable)
    expect(performance.now() - started).toBeGreaterThan(deadlineMs - 50)
    await expect.poll(() => proxy.open()).toBe(0)
    expect(database.state()).toEqual({ size: 0, idle: 0, waiting: 0 })
  })

  it('releases its slot, so that the pool has its full size when the network is back', async ({ proxy, database }) => {
    await Promise.all([readOne(database), readOne(database)])
    proxy.fallSilent()
    await Promise.allSettled([readOne(database), readOne(database)])
    proxy.speakAgain()
    const answers = await Promise.all([1, 2, 3, 4].map(() => readOne(database)))
    expect(answers).toEqual(Array.from({ length: 4 }, () => ({ one: 1 })))
  })

  it('closes the idle connections, too, so that only one caller waits for the deadline', async ({
    proxy,
    database,
  }) => {
    await Promise.all([1, 2].map(() => database.query(pause`SELECT pg_sleep(0.05)`)))
    expect(database.state().idle).toBe(2)
    proxy.fallSilent()
    await expect(readOne(database)).rejects.toBeInstanceOf(DatabaseUnavailable)
    proxy.speakAgain()
    // Silenced connections stay silent. If an idle one had been kept, this query would use it and fail.
    await expect(readOne(database)).resolves.toEqual({ one: 1 })
  })

  it('ends a transaction as well, without sending ROLLBACK', async ({ proxy, database }) => {
    seen.length = 0
    const work = database.transaction(async (tx) => {
      await readOne(tx)
      proxy.fallSilent()
      await readOne(tx)
    })
    await expect(work).rejects.toBeInstanceOf(DatabaseUnavailable)
    expect(seen).toEqual(['start', 'silentTestPing', 'silentTestPing'])
    expect(database.state()).toMatchObject({ size: 0 })
  })

  it('counts as refused if it never replies', async ({ proxy, database }) => {
    proxy.fallSilent()
    await expect(readOne(database)).rejects.toBeInstanceOf(DatabaseUnavailable)
    await expect.poll(() => proxy.open()).toBe(0)
  })

  it('makes a check return unavailable', async ({ proxy, database }) => {
    await readOne(database)
    proxy.fallSilent()
    expect(await database.check()).toEqual({ database: 'unavailable', schema: 'unknown' })
  })

  it('does not delay the end of the pool', async ({ proxy, database }) => {
    await Promise.all([readOne(database), readOne(database)])
    proxy.fallSilent()
    await database.end()
  })
})

describe('a connection that is cut at COMMIT', () => {
  it('is reported as a failure although the work may have been committed, and the work is not repeated', async ({
    proxy,
    database,
  }) => {
    let runs = 0
    proxy.cutAfter('COMMIT')
    const work = database.transaction(async (tx) => {
      runs += 1
      await readOne(tx)
    })
    await expect(work).rejects.toBeInstanceOf(DatabaseUnavailable)
    expect(runs).toBe(1)
  })
})

const ping = read('silentTestPing', Type.Object({ one: Type.Integer() }))
const pause = read('silentTestPause')
const readOne = (db: Pick<Database, 'maybeOne'>) => db.maybeOne(ping`SELECT 1 AS one`)
const deadlineMs = statementTimeoutMs + 1_000
