import { createTestDatabase } from '@course-grading/test-database'
import Type from 'typebox'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { createDatabase } from './database.ts'
import { statement } from './row.ts'

const testDatabase = await createTestDatabase()
afterAll(() => testDatabase.drop())

const pause = statement('overloadTestPause', Type.Object({}))

async function open(waits: number[] = []) {
  const database = await createDatabase({
    url: testDatabase.urls.publicApi, applicationName: 'overload', poolMax: 2,
    observe: { query: () => {}, acquire: (seconds) => void waits.push(seconds) },
  })
  onTestFinished(() => database.end())
  return { database, sleep: (seconds: number) => database.query(pause`SELECT pg_sleep(${seconds}::float8)`) }
}

describe('more callers than connections', () => {
  it('wait for at most a second, then are refused, and nobody of those inside is harmed', async () => {
    const { sleep } = await open()
    const inside = [sleep(1.5), sleep(1.5)]
    const started = performance.now()
    await expect(sleep(0)).rejects.toMatchObject({ code: 'overloaded', retryAfterS: 1 })
    const waited = performance.now() - started
    expect(waited).toBeGreaterThan(950)
    expect(waited).toBeLessThan(2_500)
    await expect(Promise.all(inside)).resolves.toHaveLength(2)
  })

  it('are refused at once when 256 already wait', async () => {
    const { database, sleep } = await open()
    const all = Promise.allSettled(Array.from({ length: 2 + 256 }, () => sleep(0.001)))
    expect(database.state().waiting).toBe(256)
    const started = performance.now()
    await expect(sleep(0)).rejects.toMatchObject({ code: 'overloaded' })
    expect(performance.now() - started).toBeLessThan(500)
    expect((await all).every((result) => result.status === 'fulfilled')).toBe(true)
  })

  it('tell the observer how long they waited', async () => {
    const waits: number[] = []
    const { sleep } = await open(waits)
    await Promise.all([sleep(0.1), sleep(0.1), sleep(0)])
    expect(waits.filter((seconds) => seconds > 0.05)).toHaveLength(1)
    expect(waits).toHaveLength(3)
  })

  it('are counted for transactions too', async () => {
    const { database, sleep } = await open()
    const inside = [1, 2].map(() => database.transaction((tx) => tx.query(pause`SELECT pg_sleep(${0.2}::float8)`)))
    const late = sleep(0)
    expect(database.state().waiting).toBe(1)
    await Promise.all([...inside, late])
  })
})
