import { createServer } from 'node:http'
import { once } from 'node:events'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { replyOf, drip, identityBody, startAdversarialServer } from '../adversarial-server.fixture.ts'
import type { UpstreamEnd } from '../call/call-end.ts'
import { ampleMs, failureOf, someCall, upstreamOf, upstreamWith } from '../upstream-under-test.fixture.ts'
import { createUpstream, fetchIdentity, findCourseStaff } from '../index.ts'

describe('createUpstream', () => {
  it('sends the token, the request id and Accept, and no other headers of its own', async () => {
    const received: string[][] = []
    const server = createServer((request, response) => {
      received.push([request.method ?? '', request.url ?? '', ...request.rawHeaders])
      response.setHeader('Content-Type', 'application/json').end(identityBody())
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as { port: number }
    await fetchIdentity(upstreamOf(`http://127.0.0.1:${port}`), someCall)
    expect(received).toEqual([
      [
        'GET',
        '/api/v2/users/me',
        'host',
        `127.0.0.1:${port}`,
        'connection',
        'keep-alive',
        'authorization',
        `Token ${someCall.token}`,
        'x-request-id',
        someCall.requestId,
        'accept',
        'application/vnd.aplus+json, application/json',
      ],
    ])
  })

  it.each(['/plus', '/plus/'])('keeps the path of its base URL, %s', async (path) => {
    const server = await startAdversarialServer((socket) => socket.write(replyOf(200, identityBody())))
    onTestFinished(() => server.close())
    await fetchIdentity(upstreamOf(`${server.url}${path}`), someCall)
    expect(server.requests[0]).toMatch(/^GET \/plus\/api\/v2\/users\/me HTTP/)
  })

  it.each([
    'ftp://a.example',
    'http://user:secret@a.example',
    'http://a.example/?a=1',
    'http://a.example/#a',
    'a.example',
  ])('refuses the base URL %s', (baseUrl) => {
    expect(() => createUpstream({ baseUrl, timeoutMs: 1000, concurrency: 1 })).toThrow(TypeError)
  })

  it('ignores the proxy variables of the environment', async () => {
    const proxy = await startAdversarialServer((socket) => socket.end(replyOf(200, identityBody({ id: 666 }))))
    onTestFinished(() => proxy.close())
    onTestFinished(() => void vi.unstubAllEnvs())
    for (const name of ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy']) vi.stubEnv(name, proxy.url)
    vi.stubEnv('NODE_USE_ENV_PROXY', '1')
    vi.stubEnv('NO_PROXY', '')
    const { upstream } = await upstreamWith((socket) => socket.write(replyOf(200, identityBody())))
    await expect(fetchIdentity(upstream, someCall)).resolves.toMatchObject({ userId: 101 })
    expect(proxy.connections()).toBe(0)
  })

  it.each(['', 'two words', 'line\r\nX-Evil: 1', 'ä', 'x'.repeat(257)])(
    'rejects the token %j without a request',
    async (token) => {
      const { upstream, server } = await upstreamWith((socket) => socket.write(replyOf(200, identityBody())))
      const error = await failureOf(fetchIdentity(upstream, { ...someCall, token }))
      expect([error.code, server.connections()]).toEqual(['upstream_refused', 0])
    },
  )

  it('stops connecting after the connect limit, long before the deadline', async () => {
    const { server } = await upstreamWith(() => {}) // takes connections, never speaks TLS
    const upstream = upstreamOf(server.url.replace('http:', 'https:'), {
      timeoutMs: ampleMs,
      limits: { connectTimeoutMs: 500 },
    })
    const error = await failureOf(fetchIdentity(upstream, someCall))
    expect(error.reason).toBe('transport')
  })

  it('reports a refused connection', async () => {
    const server = await startAdversarialServer(() => {})
    await server.close()
    const error = await failureOf(fetchIdentity(upstreamOf(server.url), someCall))
    expect([error.reason, error.systemCode]).toEqual(['transport', 'ECONNREFUSED'])
  })

  it('ends when the caller aborts, and closes the connection to A+', async () => {
    const caller = new AbortController()
    const gone = Promise.withResolvers<void>()
    const { upstream } = await upstreamWith((socket) => {
      socket.on('close', () => gone.resolve())
      caller.abort()
    })
    const error = await failureOf(fetchIdentity(upstream, { ...someCall, signal: caller.signal }))
    expect(error.reason).toBe('aborted')
    await gone.promise
  })

  it('sends nothing if the caller has already aborted', async () => {
    const { upstream, server } = await upstreamWith(() => {})
    const error = await failureOf(fetchIdentity(upstream, { ...someCall, signal: AbortSignal.abort() }))
    expect([error.reason, server.connections()]).toEqual(['aborted', 0])
  })

  it.each([0, -1, 1.5, 2 ** 53, Number.NaN])('never sends a request for the id %d', async (id) => {
    const { upstream, server } = await upstreamWith(() => {})
    await expect(findCourseStaff(upstream, someCall, id, 11)).rejects.toThrow(RangeError)
    expect(server.connections()).toBe(0)
  })
})

describe('the second attempt', () => {
  afterEach(() => {
    vi.restoreAllMocks()
    vi.useRealTimers()
  })

  it('is made after a connection was closed without a reply', async () => {
    const { upstream, server } = await upstreamWith((socket, _text, number) =>
      number === 1 ? socket.destroy() : socket.write(replyOf(200, identityBody())),
    )
    await expect(fetchIdentity(upstream, someCall)).resolves.toMatchObject({ userId: 101 })
    expect(server.requests).toHaveLength(2)
  })

  it.each([502, 503, 504])('is made once after a %i', async (status) => {
    const { upstream, server } = await upstreamWith((socket) => socket.write(replyOf(status, '')))
    await failureOf(fetchIdentity(upstream, someCall))
    expect(server.requests).toHaveLength(2)
  })

  it.each([200, 301, 401, 403, 404, 429, 500])('is not made after a %i', async (status) => {
    const { upstream, server } = await upstreamWith((socket) => socket.write(replyOf(status, 'no JSON')))
    await failureOf(fetchIdentity(upstream, someCall))
    expect(server.requests).toHaveLength(1)
  })

  it('is not made after a reply that was cut off', async () => {
    const { upstream, server } = await upstreamWith((socket) =>
      socket.end(replyOf(200, '{}', { 'Content-Length': '99' })),
    )
    await failureOf(fetchIdentity(upstream, someCall))
    expect(server.requests).toHaveLength(1)
  })

  it('is not made after half of the time has passed', async () => {
    const now = performance.now.bind(performance)
    const { upstream, server } = await upstreamWith((socket) => {
      vi.spyOn(performance, 'now').mockImplementation(() => now() + 0.6 * ampleMs)
      socket.destroy()
    })
    const error = await failureOf(fetchIdentity(upstream, someCall))
    expect([error.reason, server.requests.length]).toEqual(['transport', 1])
  })

  it('has the deadline of the first attempt', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const again = Promise.withResolvers<void>()
    const { upstream, server } = await upstreamWith((socket, _text, number) => {
      if (number === 1) {
        vi.advanceTimersByTime(0.4 * ampleMs)
        socket.destroy()
      } else {
        socket.write('HTTP/1.1 200 OK\r\nX-Drip: ')
        drip(socket, 20, () => socket.write('x'))
        again.resolve()
      }
    })
    const failure = failureOf(fetchIdentity(upstream, someCall))
    await again.promise
    vi.advanceTimersByTime(0.6 * ampleMs)
    expect([(await failure).reason, server.requests.length]).toEqual(['timeout', 2])
  })
})

describe('the limit of a call', () => {
  afterEach(() => void vi.useRealTimers())

  it('ends the call early enough that our own reply is within the limit', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const asked = Promise.withResolvers<void>()
    const { upstream } = await upstreamWith(() => asked.resolve())
    const failure = failureOf(fetchIdentity(upstream, someCall))
    await asked.promise
    vi.advanceTimersByTime(0.98 * ampleMs)
    expect((await failure).reason).toBe('timeout')
  })
})

describe('observe', () => {
  it('is called once for every attempt, with the operation, how it ended and the seconds', async () => {
    const observed: [string, UpstreamEnd][] = []
    const startedAt = performance.now()
    const { upstream } = await upstreamWith(
      (socket, text, number) => {
        if (number === 1) socket.destroy()
        else if (text.includes('/users/7')) socket.write(replyOf(404, ''))
        else socket.write(replyOf(200, identityBody()))
      },
      {
        observe: (operation, end, seconds) => {
          expect(seconds).toBeGreaterThan(0)
          expect(seconds).toBeLessThanOrEqual((performance.now() - startedAt) / 1000)
          observed.push([operation, end])
        },
      },
    )
    await fetchIdentity(upstream, someCall)
    await findCourseStaff(upstream, someCall, 7, 11)
    expect(observed).toEqual([
      [
        'fetchIdentity',
        { outcome: 'unavailable', reason: 'transport', connection: { cause: 'closed', systemCode: 'UND_ERR_SOCKET' } },
      ],
      ['fetchIdentity', { outcome: 'ok' }],
      ['findCourseStaff', { outcome: 'rejected', reason: 'rejected' }],
    ])
  })
})

describe('close', () => {
  it('waits for calls in flight and rejects new ones', async () => {
    const asked = Promise.withResolvers<() => void>()
    const { server } = await upstreamWith((socket) => asked.resolve(() => socket.write(replyOf(200, identityBody()))))
    const upstream = createUpstream({ baseUrl: server.url, timeoutMs: ampleMs, concurrency: 4 })
    const inFlight = fetchIdentity(upstream, someCall)
    const answer = await asked.promise
    const closed = upstream.close()
    const late = await failureOf(fetchIdentity(upstream, someCall))
    answer()
    await closed
    await expect(inFlight).resolves.toMatchObject({ userId: 101 })
    expect([late.code, server.requests.length]).toEqual(['upstream_unavailable', 1])
  })
})
