import { request } from 'node:http'
import type { IncomingMessage, RequestListener } from 'node:http'
import { once } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import { createLogger } from '../telemetry/logger.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { connectRaw, exchangeRaw } from './raw-client.fixture.ts'
import { startService } from './start-service.ts'
import type { OpenedService, RunningService } from './start-service.ts'

describe('startService', () => {
  it('serves the application, health and metrics on one port', async () => {
    const { port, opened } = await start()
    await opened
    expect([
      await statusOf(port, '/'),
      await statusOf(port, '/health/ready'),
      await statusOf(port, '/metrics'),
    ]).toEqual([200, 200, 200])
  })

  it('serves health and metrics only on OPS_PORT if it is set', async () => {
    const { port, opsPort, opened } = await start({
      opsPort: 0,
      listener: (_request, response) => response.writeHead(404).end('boundary'),
    })
    await opened
    const paths = ['/health/live', '/health/ready', '/metrics']
    expect(await Promise.all(paths.map((path) => statusOf(port, path)))).toEqual([404, 404, 404])
    expect(await Promise.all(paths.map((path) => statusOf(opsPort, path)))).toEqual([200, 200, 200])
    expect(await statusOf(opsPort, '/')).toBe(404)
  })

  it.runIf(process.platform === 'linux')('serves them at the same address as all else', async () => {
    const { opsPort, opened } = await start({ opsPort: 0, host: '127.0.0.2' })
    await opened
    expect((await fetch(`http://127.0.0.2:${opsPort}/health/live`)).status).toBe(200)
  })

  it('is live, not ready, and rejects requests while the service opens', async () => {
    const { promise, resolve } = Promise.withResolvers<OpenedService>()
    const { port, opened } = await start({ open: () => promise })
    expect([
      await statusOf(port, '/'),
      await statusOf(port, '/health/live'),
      await statusOf(port, '/health/ready'),
    ]).toEqual([503, 200, 503])
    resolve({
      listener: (_request, response) => response.end(),
      readiness: { check: async () => ({ database: 'ok' }), unanswered: { database: 'unavailable' } },
      close: async () => {},
    })
    await opened
    expect([await statusOf(port, '/'), await statusOf(port, '/health/ready')]).toEqual([200, 200])
  })

  it('rejects `opened` if the service cannot open', async () => {
    const { opened } = await start({
      open: async () => {
        throw new Error('no')
      },
    })
    await expect(opened).rejects.toThrow('no')
  })

  it('still accepts requests at first when it stops, but is not ready', async () => {
    const service = await start()
    await service.opened
    const stopped = service.stop({ acceptMs: 3_000 })
    expect(await Promise.all([statusOf(service.port, '/health/ready'), statusOf(service.port, '/')])).toEqual([
      503, 200,
    ])
    await stopped
    await expect(statusOf(service.port, '/')).rejects.toThrow()
  })

  it('finishes requests in flight with Connection: close, and accepts no new connections', async () => {
    const { listener, reached, release } = heldApplication()
    const service = await start({ listener })
    await service.opened
    const client = connectRaw(service.port)
    client.send(get('/'))
    await reached
    const stopped = service.stop({ acceptMs: 0 })
    await expect(statusOf(service.port, '/')).rejects.toThrow()
    release()
    const reply = await client.closed
    expect(reply).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(reply).toMatch(/\r\nConnection: close\r\n[^]*finished/)
    await stopped
  })

  it('ends idle connections, also those that were busy when the stop began', async () => {
    const { listener, reached, release } = heldApplication()
    const service = await start({ listener })
    await service.opened
    const idle = connectRaw(service.port)
    idle.send(get('/health/live'))
    await idle.until('"ok"')
    const streaming = request({ port: service.port, host: '127.0.0.1', headers: { Connection: 'keep-alive' } })
    streaming.end()
    await reached
    const stopped = service.stop({ acceptMs: 0 })
    await idle.closed
    release()
    const [response] = (await once(streaming, 'response')) as [IncomingMessage]
    response.resume()
    await stopped
    expect(response.statusCode).toBe(200)
  })

  it('cuts requests that do not end within the grace period', async () => {
    const { listener, reached } = heldApplication()
    const service = await start({ listener, graceS: 2 })
    await service.opened
    const reply = exchangeRaw(service.port, get('/'))
    await reached
    await service.stop({ acceptMs: 0 })
    expect(await reply).toBe('')
  })

  it('joins a second stop to the first', async () => {
    let closed = 0
    const service = await start({ opened: { close: async () => void (closed += 1) } })
    await service.opened
    await Promise.all([service.stop({ acceptMs: 0 }), service.stop({ acceptMs: 0 })])
    expect(closed).toBe(1)
  })

  it('closes the opened service if it was stopped meanwhile', async () => {
    const { promise, resolve } = Promise.withResolvers<OpenedService>()
    const { promise: closed, resolve: onClosed } = Promise.withResolvers<void>()
    const service = await start({ open: () => promise })
    await service.stop({ acceptMs: 0 })
    resolve({
      listener: () => {},
      readiness: { check: async () => ({ database: 'ok' }), unanswered: { database: 'unavailable' } },
      close: async () => onClosed(),
    })
    await closed
  })
})

afterEach(async () => {
  await Promise.all(running.splice(0).map((service) => service.stop({ acceptMs: 0 })))
})

const running: RunningService[] = []

interface Start {
  readonly listener?: RequestListener
  readonly opened?: Partial<OpenedService>
  readonly open?: () => Promise<OpenedService>
  readonly opsPort?: number
  readonly host?: string
  readonly graceS?: number
}

async function start({
  listener,
  opened,
  open,
  opsPort,
  host = '127.0.0.1',
  graceS,
}: Start = {}): Promise<RunningService> {
  const service: OpenedService = {
    listener: listener ?? ((_request, response) => response.end('from the app')),
    readiness: { check: async () => ({ database: 'ok' }), unanswered: { database: 'unavailable' } },
    close: async () => {},
    ...opened,
  }
  const started = await startService({
    service: 'some-service',
    version: '1',
    metrics: createMetrics(),
    logger: createLogger({ service: 'some-service', version: '1', level: 'silent', stream: { write: () => {} } }),
    config: { HOST: host, PORT: 0, OPS_PORT: opsPort, SHUTDOWN_GRACE_S: graceS ?? 7 },
    open: open ?? (async () => service),
  })
  running.push(started)
  return started
}

const statusOf = async (port: number | undefined, path: string): Promise<number> =>
  (await fetch(`http://127.0.0.1:${port}${path}`, { headers: { Connection: 'close' } })).status

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`

/** An application whose replies wait for `release`. */
function heldApplication() {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { promise: reached, resolve: onReached } = Promise.withResolvers<void>()
  const listener: RequestListener = (_request, response) => {
    onReached()
    void held.then(() => response.end('finished'))
  }
  return { listener, reached, release }
}
