import { createDatabase, type Database } from '@course-grading/data/db/database'
import { createLogger } from '@course-grading/http-kit'
import { createSealer } from '@course-grading/sealing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../service.fixture.ts'
import { type ServerWatch, type StartChecks, watchServer } from './server-watch.ts'

describe('watchServer', () => {
  it('trusts no server that can lose commits, even if the first one could not, and logs that once', async () => {
    const server = watch({ keysCompared: true, isDurable: true })
    expect(server.isTrusted()).toBe(true)
    await server.check()
    await server.check()
    expect([server.isTrusted(), countOf('delivery_database_lossy')]).toEqual([false, 1])
    expect(lines.join('')).toContain('synchronous_commit')
  })

  it('trusts a server that could not be checked at the start only after a check', () => {
    expect(watch({ keysCompared: true, isDurable: false }).isTrusted()).toBe(false)
  })

  it('trusts any server if durability is not required', async () => {
    const server = watch({ keysCompared: true, isDurable: null })
    await server.check()
    expect([server.isTrusted(), lines]).toEqual([true, []])
  })

  it('compares the keys once if they could not be compared at the start', async () => {
    await service.register(3001)
    const others = createSealer({ purpose: 'capability', keys: [{ id: 'other', key: Buffer.alloc(32, 8) }] })
    for (const [ring, expected] of [
      [service.deps.sealer, 0],
      [others, 1],
    ] as const) {
      const server = watch({ keysCompared: false, isDurable: null }, ring)
      await server.check()
      await server.check()
      expect(countOf('capability_unopenable')).toBe(expected)
    }
  })
})

let lines: string[] = []
let service: TestService
/** The database of a server that can lose commits. */
let lossy: Database
beforeAll(setUp)
afterAll(async () => {
  await lossy.end()
  await service.stop()
})
beforeEach(() => {
  lines = []
})

const logger = createLogger({
  service: 'test',
  version: 'test',
  level: 'info',
  stream: { write: (line) => void lines.push(line) },
})
const countOf = (event: string): number => lines.filter((line) => line.includes(event)).length

const watch = (checks: StartChecks, sealer = service.deps.sealer): ServerWatch =>
  watchServer({
    database: lossy,
    sealer,
    logger,
    checks,
    settleS: 180,
  })

async function setUp() {
  service = await startTestService({ ROLE: 'api' })
  const url = new URL(service.database.urls.manualGrading)
  url.searchParams.set('options', '-c synchronous_commit=off')
  lossy = await createDatabase({ url: url.href, applicationName: 'test', poolMax: 1 })
}
