import { describe, expect, onTestFinished } from 'vitest'
import { createDatabase, databaseDefaults, retryLimits } from './database.ts'
import { deadlineMarginMs } from './driver.ts'
import { read as reading } from './row.ts'
import { it } from '../testing/open-data.ts'

const { limits } = databaseDefaults

describe('the default limits of the database', () => {
  it.each([
    ['connections', databaseDefaults.poolMax, 10],
    ['callers that wait for a connection', databaseDefaults.queueLimit, 256],
    ['the wait for a connection', limits.queueWaitMs, 1_000],
    ['dialling', limits.dialTimeoutMs, 2_000],
    ['a statement on the server', databaseDefaults.statementTimeoutMs, 5_000],
    ['a statement, as measured by the client', databaseDefaults.statementTimeoutMs + deadlineMarginMs, 6_000],
    ['the wait for a lock', limits.lockTimeoutMs, 1_000],
    ['idle in a transaction', limits.idleInTransactionTimeoutMs, 5_000],
    ['repeated queries', retryLimits.queryRetryLimit, 0],
    ['repeated transactions', retryLimits.transactionRetryLimit, 0],
    ['repeated connection attempts', retryLimits.connectionRetryLimit, 0],
  ])('are as agreed: %s', (_what, limit, figure) => {
    expect(limit).toBe(figure)
  })
})

describe('a pool with the default limits in which every connection is busy, without any lock', () => {
  it('makes the next caller wait for a second, and then rejects that caller', async ({ world }) => {
    const database = await createDatabase({
      url: world.testDatabase.urls.publicApi,
      applicationName: 'default limits',
      poolMax: 2,
    })
    onTestFinished(() => database.end())
    // A caller whose connection is still being opened cannot keep it busy, so this waits until both are open.
    await expect
      .poll(async () => {
        await Promise.allSettled([1, 2].map(() => database.query(pause`SELECT pg_sleep(${0.1}::float8)`)))
        return database.state().size
      })
      .toBe(2)
    const events: string[] = []
    let isRefused = false
    const working = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    // Each holder sleeps for half a minute at most, in statements that end before the statement's own limit, and stops once the
    // reader was rejected. So the reader can only get a connection by waiting for one, on a busy machine, too.
    const holders = working.map(({ resolve }) =>
      database.transaction(async (tx) => {
        for (let second = 0; second < 30 && !isRefused; second += 1) {
          resolve()
          await tx.query(pause`SELECT pg_sleep(${1}::float8)`)
        }
        events.push('a holder ended')
      }),
    )
    await Promise.all(working.map(({ promise }) => promise))
    const askedAt = performance.now()
    await expect(database.query(read`SELECT FROM course_settings`)).rejects.toMatchObject({
      code: 'overloaded',
      retryAfterS: 1,
    })
    const waitedMs = performance.now() - askedAt
    events.push('the reader was refused')
    isRefused = true
    await Promise.all(holders)
    expect(events).toEqual(['the reader was refused', 'a holder ended', 'a holder ended'])
    // A timer may be early by a fraction of a millisecond.
    expect(waitedMs).toBeGreaterThan(995)
    await expect(database.query(read`SELECT FROM course_settings`)).resolves.toBeDefined()
  })
})

const pause = reading('defaultLimitsPause')
const read = reading('defaultLimitsRead')
