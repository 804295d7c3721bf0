import { createServer } from 'node:http'
import type { Server } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createHealth } from './health.ts'
import type { Checks, Health, Readiness } from './health.ts'
import { createLogger } from '../telemetry/logger.ts'
import { createMetrics } from '../telemetry/metrics.ts'

afterEach(tearDownTest)

describe('createHealth', () => {
  it('is live, and reports the service, even if the database fails', async () => {
    const { health, get } = await serveHealth()
    health.started(readiness(() => new Promise(() => {})))
    expect(await statusAndBody(await get('/health/live'))).toEqual([
      200,
      { status: 'ok', service: 'some-service', version: '1.2.3' },
    ])
  })

  it('is not ready while the service starts', async () => {
    const { get } = await serveHealth()
    expect(await statusAndBody(await get('/health/ready'))).toEqual([
      503,
      { status: 'unavailable', checks: { process: 'starting' } },
    ])
  })

  it('is ready when every check is ok', async () => {
    const { health, get } = await serveHealth()
    health.started(readiness(async () => fine))
    expect(await statusAndBody(await get('/health/ready'))).toEqual([200, { status: 'ready', checks: fine }])
  })

  it.each<[string, () => Promise<Checks>, Checks]>([
    ['behind', async () => ({ database: 'ok', schema: 'behind' }), { database: 'ok', schema: 'behind' }],
    [
      'failing',
      async () => {
        throw new Error('canary')
      },
      { database: 'unavailable', schema: 'unknown' },
    ],
    ['silent', () => new Promise(() => {}), { database: 'unavailable', schema: 'unknown' }],
  ])('is not ready while a check is %s, and reports only the name of the check', async (_name, check, checks) => {
    const { health, get } = await serveHealth({ checkTimeoutMs: 50 })
    health.started(readiness(check))
    expect(await statusAndBody(await get('/health/ready'))).toEqual([503, { status: 'unavailable', checks }])
  })

  it('is never ready after draining has begun, even if a check was running', async () => {
    const { health, get } = await serveHealth()
    const { promise, resolve } = Promise.withResolvers<Checks>()
    const { promise: asked, resolve: onAsked } = Promise.withResolvers<void>()
    health.started(
      readiness(() => {
        onAsked()
        return promise
      }),
    )
    const before = get('/health/ready')
    await asked
    health.draining()
    resolve(fine)
    expect((await before).status).toBe(503)
    expect(await statusAndBody(await get('/health/ready'))).toEqual([
      503,
      { status: 'unavailable', checks: { process: 'draining' } },
    ])
  })

  it('runs the checks once for all requests within the shared time, and again afterwards', async () => {
    let asked = 0
    const check = async (): Promise<Checks> => {
      asked += 1
      return fine
    }
    const { health, get } = await serveHealth({ shareMs: 600_000 })
    health.started(readiness(check))
    const answers = await Promise.all(Array.from({ length: 20 }, () => get('/health/ready')))
    expect([asked, new Set(answers.map(({ status }) => status))]).toEqual([1, new Set([200])])
    const soon = await serveHealth({ shareMs: 1 })
    soon.health.started(readiness(check))
    while (asked < 3) await soon.get('/health/ready')
  })

  it('runs a check that hangs only once, and is ready again when the check succeeds', async () => {
    const { health, get } = await serveHealth({ checkTimeoutMs: 20, shareMs: 1 })
    const { promise, resolve } = Promise.withResolvers<Checks>()
    let asked = 0
    health.started(
      readiness(() => {
        asked += 1
        return promise
      }),
    )
    for (let count = 0; count < 3; count += 1) expect((await get('/health/ready')).status).toBe(503)
    expect(asked).toBe(1)
    resolve(fine)
    expect((await get('/health/ready')).status).toBe(200)
  })

  it('shows metrics as Prometheus text', async () => {
    const response = await (await serveHealth()).get('/metrics')
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(await response.text()).toContain('\nprocess_cpu_seconds_total ')
  })

  it.each(['/health/live', '/health/ready', '/metrics'])('accepts only GET and HEAD of %s', async (path) => {
    const { get } = await serveHealth()
    const head = await get(path, 'HEAD')
    expect([await head.text(), Number(head.headers.get('content-length')) > 10]).toEqual(['', true])
    const post = await get(path, 'POST')
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  })

  it('handles no other path', async () => {
    const response = await (await serveHealth()).get('/api/v1/courses/11/settings')
    expect([response.status, await response.text()]).toEqual([404, ''])
  })
})

const servers: Server[] = []

const fine: Checks = { database: 'ok', schema: 'ok' }

const readiness = (check: Readiness['check']): Readiness => ({
  check,
  unanswered: { database: 'unavailable', schema: 'unknown' },
})

async function serveHealth(times: { checkTimeoutMs?: number; shareMs?: number } = {}) {
  const logger = createLogger({ service: 's', version: '1', level: 'silent', stream: { write: () => {} } })
  const health: Health = createHealth({
    service: 'some-service',
    version: '1.2.3',
    metrics: createMetrics(),
    logger,
    ...times,
  })
  const server = createServer(health.listener).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { health, get: (path: string, method = 'GET') => fetch(`${origin}${path}`, { method }) }
}

const statusAndBody = async (response: Response): Promise<unknown> => [response.status, await response.json()]

function tearDownTest() {
  for (const server of servers.splice(0)) {
    server.close()
    server.closeAllConnections()
  }
}
