import { createDatabase, type Database } from '@course-grading/data'
import { createLogger } from '@course-grading/http-kit'
import { createSealer } from '@course-grading/sealing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestService, type TestService } from '../../service.fixture.ts'
import { type ServerWatch, type StartChecks, watchServer } from './server-watch.ts'

let lines: string[] = []
const logger = createLogger({
  service: 'test',
  version: 'test',
  level: 'info',
  stream: { write: (line) => void lines.push(line) },
})
const told = (event: string): number => lines.filter((line) => line.includes(event)).length

let service: TestService
/** Of a server that forgets. */
let lossy: Database
beforeAll(async () => {
  service = await startTestService({ ROLE: 'api' })
  const url = new URL(service.database.urls.manualGrading)
  url.searchParams.set('options', '-c synchronous_commit=off')
  lossy = await createDatabase({ url: url.href, applicationName: 'test', poolMax: 1 })
})
afterAll(async () => {
  await lossy.end()
  await service.stop()
})
beforeEach(() => {
  lines = []
})

const watch = (checks: StartChecks, sealer = service.deps.sealer): ServerWatch =>
  watchServer({
    database: lossy,
    sealer,
    logger,
    checks,
    times: {
      leaseS: 60,
      openLeaseS: 65,
      reaperS: 15,
      settleS: 180,
      verificationLeaseS: 66,
      slotWaitMs: 1000,
      verificationWaitMs: 1000,
    },
  })

describe('watchServer', () => {
  it('trusts no server that may forget what it commits, whatever it was at the start, and says so once', async () => {
    const server = watch({ keysCompared: true, isDurable: true })
    expect(server.isTrusted()).toBe(true)
    await server.ask()
    await server.ask()
    expect([server.isTrusted(), told('delivery_database_lossy')]).toEqual([false, 1])
    expect(lines.join('')).toContain('synchronous_commit')
  })

  it('trusts none that could not be asked at the start, until it is', () => {
    expect(watch({ keysCompared: true, isDurable: false }).isTrusted()).toBe(false)
  })

  it('trusts any where that is no matter', async () => {
    const server = watch({ keysCompared: true, isDurable: null })
    await server.ask()
    expect([server.isTrusted(), lines]).toEqual([true, []])
  })

  it('compares the keys once where the start could not', async () => {
    await service.register(3001)
    const others = createSealer({ purpose: 'capability', keys: [{ id: 'other', key: Buffer.alloc(32, 8) }] })
    for (const [ring, expected] of [
      [service.deps.sealer, 0],
      [others, 1],
    ] as const) {
      const server = watch({ keysCompared: false, isDurable: null }, ring)
      await server.ask()
      await server.ask()
      expect(told('capability_unopenable')).toBe(expected)
    }
  })
})
