import { answering, type PeerScript } from '@course-grading/test-kit'
import { describe, expect, it } from 'vitest'
import { chunked, form, head, limits, ok, useExchange, withLength } from './exchange-under-test.fixture.ts'

const { peer, send, stopOf } = useExchange()

describe('exchange', () => {
  it('sends one request, with exactly these bytes', async () => {
    await send(answering(withLength(ok)))
    expect(peer()?.requests).toEqual([
      [
        'POST /a?token=b HTTP/1.1',
        `Host: 127.0.0.1:${peer()?.port}`,
        'Connection: close',
        'Accept: application/json',
        'Accept-Encoding: identity',
        'User-Agent: course-grading',
        'Content-Type: application/x-www-form-urlencoded',
        `Content-Length: ${form.length}`,
        '',
        form,
      ].join('\r\n'),
    ])
    expect(peer()?.connections()).toBe(1)
  })

  it.each([
    ['with its length', answering(withLength(ok))],
    ['in chunks', answering(`${chunked(ok.slice(0, 5), ok.slice(5))}0\r\n\r\n`)],
    ['with trailers', answering(`${chunked(ok)}0\r\nX-End: 1\r\n\r\n`)],
    ['until the connection closes', answering(`${head()}\r\n${ok}`, 'close')],
    ['of HTTP/1.0', answering(`HTTP/1.0 200 OK\r\n\r\n${ok}`, 'close')],
    ['that is followed by a close', answering(withLength(ok), 'close')],
    [
      'that arrives byte by byte',
      async (socket, request) => {
        await request
        for (const byte of withLength(ok)) {
          socket.write(byte)
          await new Promise((resolve) => void setImmediate(resolve))
        }
      },
    ],
  ] satisfies [string, PeerScript][])('reads a reply %s', async (_name, script) => {
    const { reply, written } = await send(script)
    expect([reply?.status, Buffer.from(reply?.body ?? []).toString(), written]).toEqual([200, ok, true])
  })

  it('reads a reply whose pieces take longer together than the wait for each', async () => {
    const { reply } = await send(
      async (socket, request) => {
        await request
        for (const piece of [head(`Content-Length: ${ok.length}\r\n\r\n`), ...ok.match(/.{1,3}/g)!]) {
          socket.write(piece)
          await new Promise((resolve) => void setTimeout(resolve, 100))
        }
      },
      { limits: { idleMs: 700 } },
    )
    expect(Buffer.from(reply?.body ?? []).toString()).toBe(ok)
  })

  it('reads a reply whose head takes longer than the wait for each piece', async () => {
    const { reply } = await send(
      async (socket, request) => {
        await request
        await new Promise((resolve) => void setTimeout(resolve, 900))
        socket.write(withLength(ok))
      },
      { limits: { idleMs: 600 } },
    )
    expect(reply?.status).toBe(200)
  })

  it.each([204, 301, 302, 307, 308, 304, 400, 401, 404, 408, 413, 425, 429, 500, 502, 503, 504])(
    'returns a reply with status %i unchanged',
    async (status) => {
      const { reply } = await send(
        answering(`HTTP/1.1 ${status} X\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n`),
      )
      expect([reply?.status, reply?.body.length]).toEqual([status, 0])
      expect(peer()?.connections()).toBe(1)
    },
  )

  it('reads a body up to the limit, and not a byte more', async () => {
    const full = 'x'.repeat(limits.maxBytes)
    expect((await send(answering(withLength(full)))).reply?.body.length).toBe(full.length)
    await peer()?.close()
    const longer = await send(answering(withLength(`${full}x`)))
    expect([longer.stop?.reason, longer.stop?.facts.status]).toEqual(['reply_too_long', 200])
  })

  it('holds no more than the limit of an endless body', async () => {
    const { stop } = await send(async (socket, request) => {
      await request
      socket.write(head('Transfer-Encoding: chunked\r\n\r\n'))
      const piece = `10000\r\n${'x'.repeat(65_536)}\r\n`
      const pour = (): void => {
        while (!socket.destroyed && socket.write(piece)) {
          /* until the peer is slower */
        }
      }
      socket.on('drain', pour)
      pour()
    })
    expect(stop?.reason).toBe('reply_too_long')
    expect(stop?.facts.bytes).toBeLessThan(limits.maxBytes + 1_000_000)
  })

  it('reads `chunked` in any letter case', async () => {
    expect(
      (await send(answering(`${head('Transfer-Encoding: Chunked\r\n')}\r\n1c\r\n${ok}\r\n0\r\n\r\n`))).reply?.status,
    ).toBe(200)
  })

  it.each([
    [
      'is reset at the first bytes of the request',
      (socket) => void socket.once('data', () => socket.resetAndDestroy()),
    ],
    ['is reset after the request has arrived', answering('', 'reset')],
    ['is closed without a reply', answering('', 'close')],
    ['is closed in the middle of the status line', answering('HTTP/1.1 2', 'close')],
    ['is reset in the middle of the status line', answering('HTTP/1.1 2', 'reset')],
    ['is closed in the middle of the headers', answering(head('Content-Le'), 'close')],
  ] satisfies [string, PeerScript][])('reports that the connection %s', async (_name, script) => {
    expect(await stopOf(script)).toBe('closed')
  })

  it.each([
    ['closed before the first byte', answering(withLength('', ok.length), 'close')],
    ['closed in the middle', answering(withLength(ok.slice(0, 9), ok.length), 'close')],
    ['reset in the middle', answering(withLength(ok.slice(0, 9), ok.length), 'reset')],
    ['closed a byte too early', answering(withLength(ok.slice(0, -1), ok.length), 'close')],
    ['closed before the last chunk', answering(chunked(ok), 'close')],
    ['reset before the last chunk', answering(chunked(ok), 'reset')],
    ['stalled before the first byte', answering(withLength('', ok.length))],
    ['stalled in the middle', answering(withLength(ok.slice(0, 9), ok.length))],
    ['stalled before the last chunk', answering(chunked(ok))],
    ['stalled before the close', answering(`${head()}\r\n${ok}`)],
    [
      'reset where a close should end the body',
      async (socket, request) => {
        await request
        socket.write(`${head()}\r\n${ok.slice(0, 9)}`, () => void setTimeout(() => socket.resetAndDestroy(), 50))
      },
    ],
  ] satisfies [string, PeerScript][])('reports that the body is cut: %s', async (_name, script) => {
    const { stop } = await send(script, { limits: { idleMs: 300 } })
    expect([stop?.reason, stop?.facts.status]).toEqual(['reply_cut', 200])
  })

  it.each([
    ['no reply comes', () => {}],
    ['the head stalls', answering('HTTP/1.1 200 OK\r\nContent-')],
    [
      'the head drips',
      (socket, request) =>
        request.then(() => {
          const drip = setInterval(() => socket.write('X: y\r\n'), 20)
          socket.write('HTTP/1.1 200 OK\r\n')
          socket.on('close', () => clearInterval(drip))
        }),
    ],
    [
      'the body drips',
      (socket, request) =>
        request.then(() => {
          const drip = setInterval(() => socket.write('x'), 20)
          socket.write(head('Content-Length: 10000\r\n\r\n'))
          socket.on('close', () => clearInterval(drip))
        }),
    ],
    ['the request is not read', (socket) => void socket.pause()],
  ] satisfies [string, PeerScript][])('ends when %s', async (_name, script) => {
    expect(await stopOf(script, { limits: { headersMs: 300, totalMs: 700 } })).toBe('timeout')
  })

  it('writes nothing after its signal has aborted, and stops in the middle', async () => {
    const before = await send(answering(withLength(ok)), { signal: AbortSignal.abort() })
    expect([before.stop?.reason, before.written]).toEqual(['stopped', false])
    await peer()?.close()
    const stopping = new AbortController()
    const during = await send(
      async (_socket, request) => {
        await request
        stopping.abort()
      },
      { signal: stopping.signal },
    )
    expect([during.stop?.reason, during.written]).toEqual(['stopped', true])
  })

  it.each([
    ['hung up', (socket) => void socket.end()],
    ['was reset', (socket) => void setTimeout(() => socket.resetAndDestroy(), 30)],
    ['sent data before the request', (socket) => void socket.write(withLength(ok))],
  ] satisfies [string, PeerScript][])('writes nothing to a peer that %s', async (_name, script) => {
    const { stop, written } = await send(script, { pauseMs: 10_000 })
    expect([stop?.reason, written]).toEqual(['closed', false])
    expect(peer()?.requests).toEqual([])
  })
})
