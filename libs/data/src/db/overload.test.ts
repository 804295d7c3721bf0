import { describe, expect, onTestFinished } from 'vitest'
import { createDatabase } from './database.ts'
import { read } from './row.ts'
import { patient } from '../testing/open-settings.ts'
import { openData, testIn } from '../testing/open-data.ts'

const it = testIn(openWorld)

describe('more callers than connections', () => {
  it('are rejected at once if 256 already wait', async ({ world }) => {
    const { database, sleep } = await world.open()
    const all = Promise.allSettled(Array.from({ length: 2 + 256 }, () => sleep(0.001)))
    expect(database.state().waiting).toBe(256)
    // A caller that waited would get a slot sooner or later, so this one cannot have waited.
    await expect(sleep(0)).rejects.toMatchObject({ code: 'overloaded' })
    expect((await all).every((result) => result.status === 'fulfilled')).toBe(true)
  })

  it('are reported to the observer with the time that they waited, once they wait no more', async ({ world }) => {
    const waits: number[] = []
    const { database, sleep } = await world.open({ waits })
    const free = Promise.withResolvers<void>()
    const inside = [1, 2].map(() => database.transaction(() => free.promise))
    await expect.poll(() => waits).toHaveLength(2)
    const late = sleep(0)
    await expect.poll(() => database.state().waiting).toBe(1)
    expect(waits).toHaveLength(2)
    free.resolve()
    await Promise.all([...inside, late])
    expect(waits[2]).toBeGreaterThan(0)
  })

  it('are counted for transactions too', async ({ world }) => {
    const { database, sleep } = await world.open()
    const inside = [1, 2].map(() => database.transaction((tx) => tx.query(pause`SELECT pg_sleep(${0.2}::float8)`)))
    const late = sleep(0)
    expect(database.state().waiting).toBe(1)
    await Promise.all([...inside, late])
  })
})

async function openWorld() {
  const data = await openData()
  const { testDatabase } = data
  async function open({ waits = [] }: { waits?: number[] } = {}) {
    const database = await createDatabase({
      url: testDatabase.urls.publicApi,
      applicationName: 'overload',
      poolMax: 2,
      ...patient,
      observe: { query: () => {}, acquire: (seconds) => void waits.push(seconds) },
    })
    onTestFinished(() => database.end())
    return { database, sleep: (seconds: number) => database.query(pause`SELECT pg_sleep(${seconds}::float8)`) }
  }
  return { ...data, open }
}

const pause = read('overloadTestPause')
