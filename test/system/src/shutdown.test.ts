import { setTimeout } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fullRun } from './full-run.ts'
import { readiness, type ServiceProcess, waitFor } from './service-process.ts'
import { readSettings, startWorld, type SystemWorld, tokenOf } from './world.ts'

const restarts = fullRun ? 50 : 3

let world: SystemWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

/** Sends requests to those who said that they were ready when last asked, a second ago at most. */
class Balancer {
  readonly replicas: ServiceProcess[] = []
  readonly #agent = new Agent({ connections: 8, keepAliveTimeout: 60_000 })
  #ready: ServiceProcess[] = []
  #next = 0
  readonly #polling: Promise<void>
  #isOver = false

  constructor(replicas: readonly ServiceProcess[]) {
    this.replicas.push(...replicas)
    this.#ready = [...replicas]
    this.#polling = this.#poll()
  }

  async #poll(): Promise<void> {
    while (!this.#isOver) {
      const found = await Promise.all(this.replicas.map(async (replica) => ({ replica, status: await readiness(replica) })))
      this.#ready = found.filter(({ status }) => status === 200).map(({ replica }) => replica)
      await setTimeout(1_000)
    }
  }

  isSending(to: ServiceProcess): boolean {
    return this.#ready.includes(to)
  }

  async send(path: string): Promise<number> {
    this.#next += 1
    const { url } = this.#ready[this.#next % this.#ready.length]!
    const { statusCode, body } = await request(`${url}${path}`, { dispatcher: this.#agent, headers: { authorization: `Token ${tokenOf(101)}` } })
    await body.dump()
    return statusCode
  }

  async close(): Promise<void> {
    this.#isOver = true
    await this.#polling
    await this.#agent.close()
  }
}

describe('SIGTERM', () => {
  it(`under load: no request fails, at ${restarts} restarts in turn`, { timeout: 1_200_000 }, async () => {
    const start = (): Promise<ServiceProcess> => world.start('public-api')
    const balancer = new Balancer(await Promise.all([start(), start()]))
    const outcomes = new Map<string, number>()
    let isOver = false
    const clients = Array.from({ length: 8 }, async () => {
      while (!isOver) {
        const outcome = await balancer.send('/api/v1/courses/11/settings').then(String, String)
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
        await setTimeout(2)
      }
    })
    try {
      for (let restart = 0; restart < restarts; restart += 1) {
        const leaving = balancer.replicas[0]!
        await waitFor('both to be sent requests', 20_000, () => balancer.replicas.every((replica) => balancer.isSending(replica)) || undefined)
        leaving.signal('SIGTERM')
        await waitFor('readiness 503', 2_000, async () => (await readiness(leaving)) === 503 || undefined)
        expect(await leaving.exited).toBe(0)
        balancer.replicas.splice(0, 1)
        balancer.replicas.push(await start())
      }
    } finally {
      isOver = true
      await Promise.all(clients)
      await balancer.close()
    }
    expect([...outcomes.keys()]).toEqual(['200'])
    expect(outcomes.get('200')).toBeGreaterThan(100 * restarts)
  })

  it('twice is the same as once: what is at work is finished, then exit 0', { timeout: 40_000 }, async () => {
    const service = await world.start('public-api', { SHUTDOWN_GRACE_S: '10' })
    service.signal('SIGTERM')
    await waitFor('readiness 503', 2_000, async () => (await readiness(service)) === 503 || undefined)
    // New requests are taken for 5 s from the signal: this one begins within them and ends after them.
    await setTimeout(1_500)
    world.upstream.faults.add({ path: '/api/v2/users/me', times: 1, action: { kind: 'delay', delayMs: 4_500 } })
    const slow = readSettings(service, { token: tokenOf(104), courseId: 13 })
    service.signal('SIGTERM')
    service.signal('SIGTERM')
    const answer = await slow
    expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
    await answer.arrayBuffer()
    expect(await service.exited).toBe(0)
    expect(service.logLines().filter(({ message }) => message === 'draining')).toHaveLength(1)
    expect(service.logLines().filter(({ level }) => level === 'error')).toEqual([])
  })

  it('closes connections that nobody uses, and is over at the end of the grace time whoever still waits', { timeout: 30_000 }, async () => {
    const service = await world.start('public-api', { SHUTDOWN_GRACE_S: '7', UPSTREAM_TIMEOUT_MS: '14000' })
    await (await readSettings(service)).arrayBuffer() // its connection stays open
    world.upstream.faults.add({ path: '/api/v2/users/me', times: 1, action: { kind: 'never_answer' } })
    const stuck = readSettings(service, { token: tokenOf(104), courseId: 13 }).then(() => 'answered', () => 'cut')
    await world.upstream.journal.waitFor(({ status, path }) => status === null && path.includes('users/me'), 5_000)
    const signalledAt = performance.now()
    service.signal('SIGTERM')
    expect(await service.exited).toBe(0)
    const tookMs = performance.now() - signalledAt
    expect(tookMs).toBeGreaterThan(4_900)
    expect(tookMs).toBeLessThan(9_000)
    expect(await stuck).toBe('cut')
  })
})
