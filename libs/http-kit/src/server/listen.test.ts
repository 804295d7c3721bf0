import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { listen, portOf } from './listen.ts'
import type { ListenOptions } from './listen.ts'
import { connectRaw, eventually, exchangeRaw } from './raw-client.fixture.ts'

describe('listen', () => {
  it.each([
    ['no HTTP at all', 'hello\r\n\r\n', '400 Bad Request'],
    [
      'Content-Length and Transfer-Encoding',
      `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`,
      '400 Bad Request',
    ],
    [
      'Content-Length twice',
      `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\nx`,
      '400 Bad Request',
    ],
    ['a space before the colon', get('/', 'A : b\r\n'), '400 Bad Request'],
    ['a folded line', get('/', 'A: b\r\n c\r\n'), '400 Bad Request'],
    ['a NUL in a line', get('/', 'A: b\0c\r\n'), '400 Bad Request'],
    ['a bare line feed', 'GET / HTTP/1.1\nHost: a\n\n', '400 Bad Request'],
    ['a line of 20,000 characters', get('/', `A: ${'b'.repeat(20_000)}\r\n`), '431 Request Header Fields Too Large'],
    ['65 lines', get('/', lines(64)), '431 Request Header Fields Too Large'],
    ['2,000 lines', get('/', lines(2000)), '431 Request Header Fields Too Large'],
    ['a request line without a version', 'GET /\r\n\r\n', '400 Bad Request'],
    ['HTTP/0.9', 'GET / HTTP/0.9\r\nHost: a\r\n\r\n', '400 Bad Request'],
    ['HTTP/1.2', 'GET / HTTP/1.2\r\nHost: a\r\n\r\n', '400 Bad Request'],
    ['HTTP/2.0', 'GET / HTTP/2.0\r\nHost: a\r\n\r\n', '505 HTTP Version Not Supported'],
    [
      'HTTP/2.0 with Expect',
      'PUT / HTTP/2.0\r\nHost: a\r\nContent-Length: 1\r\nExpect: 100-continue\r\n\r\n',
      '505 HTTP Version Not Supported',
    ],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', '400 Bad Request'],
  ])('replies to %s with the bare status', async (_name, text, status) => {
    const { port, seen } = await serve()
    expect(await exchangeRaw(port, text)).toBe(bare(status))
    expect(seen).toEqual([])
  })

  it.each(['/', 'http://a/'])('replies 400 to a request line of HTTP/1.1 for %s without a Host', async (target) => {
    const { port, seen } = await serve()
    expect(await exchangeRaw(port, `GET ${target} HTTP/1.1\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(seen).toEqual([])
  })

  it('serves HTTP/1.0', async () => {
    const { port } = await serve()
    expect(await exchangeRaw(port, 'GET / HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  })

  it('replies in order to the requests before a request of a wrong version', async () => {
    const { port, replyNow, seen } = await serve()
    const client = connectRaw(port)
    client.send(`${get('/wait')}GET /late HTTP/2.0\r\nHost: a\r\n\r\n`)
    await eventually(() => seen.length > 0)
    replyNow()
    expect(await client.closed).toMatch(/answer to GETHTTP\/1\.1 505 HTTP Version Not Supported\r\n/)
    expect(seen).toEqual(['GET /wait'])
  })

  it('replies to a client that has ended its own direction, and then closes the connection', async () => {
    const { port, replyNow, seen } = await serve()
    const client = connectRaw(port)
    client.end(get('/half-open'))
    await eventually(() => seen.length > 0)
    await eventually(() => seen.includes('end'))
    replyNow()
    expect(await client.closed).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*answer to GET$/)
    await expect.poll(connections).toBe(0)
  })

  it.each([
    ['nothing', '', ''],
    ['half of the headers', 'GET / HTTP/1.1\r\nHost:', bare('400 Bad Request')],
    ['half of a body', 'POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf', bare('400 Bad Request')],
  ])('closes the connection of a client that ended its direction after %s', async (_what, text, expected) => {
    const { port } = await serve()
    const client = connectRaw(port)
    client.end(text)
    expect((await client.closed).replace('HTTP/1.1 100 Continue\r\n\r\n', '')).toBe(expected)
    await expect.poll(connections).toBe(0)
  })

  it('closes a kept connection if its client ends its side after the reply', async () => {
    const { port } = await serve()
    const client = connectRaw(port)
    client.send(get('/'))
    await client.until('answer to GET')
    client.end('')
    await client.closed
    await expect.poll(connections).toBe(0)
  })

  it('accepts 64 header lines', async () => {
    const { port } = await serve()
    expect(await exchangeRaw(port, get('/', `${lines(62)}Connection: close\r\n`))).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
  })

  it('ends a client that is slow with its headers', async () => {
    const { port, seen } = await serve({ headersTimeoutMs: 500 })
    const client = connectRaw(port)
    client.send('GET / HTTP/1.1\r\nHost:')
    expect(await client.closed).toBe(bare('408 Request Timeout'))
    expect(seen).toEqual([])
  })

  it('ends a client that is slow with its body', async () => {
    const { port } = await serve({ headersTimeoutMs: 300, requestTimeoutMs: 500 })
    const client = connectRaw(port)
    client.send('POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf')
    expect(await client.closed).toContain(bare('408 Request Timeout'))
  })

  it('ends a client that does not read its reply', async () => {
    const { port, seen } = await serve({ readTimeoutMs: 300 })
    const client = connectRaw(port)
    client.pause()
    client.send(get('/large'))
    await eventually(() => seen.includes('not taken'))
    client.destroy()
  })

  it('ends only the client that has waited longest when too many bytes are unread', async () => {
    const { port, seen } = await serve({ maxUnreadBytes: 1.5 * largeBytes })
    const [other, longest] = [connectRaw(port), connectRaw(port)]
    // `other` is used first, to show that the wait of a reply counts, and not the age of its connection.
    other.send(get('/'))
    await other.until('answer to GET')
    for (const [index, client] of [longest, other].entries()) {
      client.pause()
      client.send(get('/large'))
      await eventually(() => seen.filter((path) => path === 'GET /large').length > index)
    }
    await eventually(() => seen.includes('not taken'))
    longest.resume()
    other.resume()
    expect((await longest.closed).length).toBeLessThan(largeBytes)
    await other.until(`${'x'.repeat(1000)}`)
    await eventually(() => seen.includes('taken'))
    other.destroy()
  })

  it('ends no second client if the bytes of the first are enough', async () => {
    const { port, seen } = await serve({ maxUnreadBytes: 2.5 * largeBytes })
    const [longest, other] = [connectRaw(port), connectRaw(port)]
    for (const [index, client] of [longest, other].entries()) {
      client.pause()
      client.send(get('/large'))
      await eventually(() => seen.filter((path) => path === 'GET /large').length > index)
    }
    longest.send(get('/large') + get('/large'))
    await eventually(() => seen.includes('not taken'))
    other.resume()
    await eventually(() => seen.includes('taken'))
    other.destroy()
  })

  it('ends a client whose replies wait behind an earlier reply when too many bytes are unread', async () => {
    const { port } = await serve({ maxUnreadBytes: 1.5 * largeBytes })
    const client = connectRaw(port)
    client.send(get('/wait') + get('/large') + get('/large'))
    expect(await client.closed).toBe('')
  })

  it('sends a large reply entirely to a client that reads', async () => {
    const { port, seen } = await serve({ readTimeoutMs: 60_000 })
    const answer = await exchangeRaw(port, get('/large', 'Connection: close\r\n'))
    expect(answer.length).toBeGreaterThan(largeBytes)
    expect(seen).toContain('taken')
  })

  it('writes no status into the reply to an earlier request', async () => {
    const { port, replyNow } = await serve()
    const client = connectRaw(port)
    client.send(`${get('/wait')}garbage\r\n\r\n`)
    const ended = client.closed
    expect(await ended).toBe('')
    replyNow()
  })

  it('sends no 100 Continue for a body that is not read, and ends the connection with the reply', async () => {
    const { port } = await serve()
    const answer = await exchangeRaw(
      port,
      `PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(answer).toContain('Connection: close\r\n')
  })

  it('sends 100 Continue when the body is read', async () => {
    const { port } = await serve()
    const client = connectRaw(port)
    client.send(`PUT /body HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n`)
    await client.until('HTTP/1.1 100 Continue\r\n\r\n')
    client.send('12345')
    expect(await client.closed).toContain('answer to PUT')
  })

  it('passes the path of an absolute form to the application', async () => {
    const { port, seen } = await serve()
    const target = 'http://anything.example:99/wanted?a=1'
    expect(await exchangeRaw(port, get(target, 'Connection: close\r\n'))).toContain('answer to GET')
    expect(seen).toEqual(['GET /wanted?a=1'])
  })

  it('closes the connection on CONNECT', async () => {
    const { port, seen } = await serve()
    expect(await exchangeRaw(port, 'CONNECT a.example:443 HTTP/1.1\r\nHost: a\r\n\r\n')).toBe('')
    expect(seen).toEqual([])
  })

  it('ignores Upgrade and serves the request like any other', async () => {
    const { port } = await serve()
    const answer = await exchangeRaw(port, get('/', 'Upgrade: websocket\r\nConnection: Upgrade, close\r\n'))
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/)
    expect(answer).not.toMatch(/upgrade/i)
  })

  it('passes TRACE to the application', async () => {
    const { port } = await serve()
    expect(await exchangeRaw(port, 'TRACE / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).toContain(
      'answer to TRACE',
    )
  })

  it('serves 1,000 requests on a connection, and ends it with the last reply', async () => {
    const { port } = await serve()
    const answers = await exchangeRaw(port, get('/').repeat(1000))
    expect(answers.split('HTTP/1.1 200 OK').length - 1).toBe(1000)
    expect(answers.split('Connection: close').length - 1).toBe(1)
  })

  it('fails when the port is taken', async () => {
    const { port } = await serve()
    await expect(listen({ host: '127.0.0.1', port, listener: () => {} })).rejects.toMatchObject({
      code: 'EADDRINUSE',
      port,
    })
  })
})

let server: Server | undefined
afterEach(() => {
  server?.close()
  server?.closeAllConnections()
})

type Limits = Pick<ListenOptions, 'headersTimeoutMs' | 'requestTimeoutMs' | 'readTimeoutMs' | 'maxUnreadBytes'>

/** A server whose reply names the method; `/body` reads the body first, `/wait` replies when `replyNow` is called. */
async function serve(limits: Limits = {}) {
  const seen: string[] = []
  const { promise: now, resolve: replyNow } = Promise.withResolvers<void>()
  const listener = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    seen.push(`${request.method} ${request.url}`)
    if (request.url === '/wait') await now
    if (request.url === '/half-open') {
      request.socket.once('end', () => seen.push('end'))
      await now
    }
    if (request.url === '/body') {
      response.writeContinue()
      for await (const _chunk of request);
    }
    if (request.url === '/large')
      response.once('close', () => seen.push(response.writableFinished ? 'taken' : 'not taken'))
    response.end(request.url === '/large' ? large : `answer to ${request.method}`)
  }
  server = await listen({
    host: '127.0.0.1',
    port: 0,
    ...limits,
    listener: (request, response) => void listener(request, response).catch(() => response.destroy()),
  })
  return { port: portOf(server), seen, replyNow }
}

/** The connections that the server has now. */
async function connections(): Promise<number> {
  return await new Promise((resolve, reject) =>
    server?.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )
}

/** More than the buffers of both ends of a connection hold: Linux lets them grow to 36 MiB. */
const largeBytes = 40_000_000
const large = Buffer.alloc(largeBytes, 'x')

const get = (path: string, headers = ''): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`
const bare = (status: string): string => `HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`
const lines = (count: number): string => Array.from({ length: count }, (_, index) => `X-${index}: y\r\n`).join('')
