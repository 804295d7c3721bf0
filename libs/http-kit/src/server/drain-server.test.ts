import type { Server } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { drainable } from './drain-server.ts'
import { listen, portOf } from './listen.ts'
import { connectRaw, eventually } from './raw-client.fixture.ts'

let server: Server | undefined

afterEach(() => server?.closeAllConnections())

describe('a server that drains', () => {
  it.each([
    ['headers', 'GET / HTTP/1.1\r\nHo'],
    ['body', 'PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nx'],
  ])('still ends a request whose %s took too long to arrive', { timeout: 20_000 }, async (_what, beginning) => {
    server = await listen({
      host: '127.0.0.1',
      port: 0,
      headersTimeoutMs: 300,
      requestTimeoutMs: 300,
      listener: (request, response) => void request.resume().on('end', () => response.end()),
    })
    const draining = drainable(server)
    let arrivedBytes = (): number => 0
    server.once('connection', (socket) => {
      arrivedBytes = () => socket.bytesRead
    })
    const client = connectRaw(portOf(server))
    client.send(beginning)
    await eventually(() => arrivedBytes() === beginning.length)
    await draining.drain()
    expect(await client.closed).toContain('HTTP/1.1 408 Request Timeout')
  })
})
