import { once } from 'node:events'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { describe, expect, it } from 'vitest'
import { FrontendTransportError } from './index.ts'
import { flood, headOf, type Script } from './hostile-server.fixture.ts'
import { everythingOf, failureOf, secret, sessionId, timed, transportTo } from './transport-under-test.fixture.ts'

describe('a streamed reply', () => {
  it('arrives as it is sent, with what a browser needs to save it', async () => {
    const { mine } = await transportTo(send(headOf(200, chunked), line, line, '0\r\n\r\n'))
    const reply = await mine.exportThings()
    expect(reply).toMatchObject({
      status: 200,
      contentType: csv['Content-Type'],
      contentDisposition: csv['Content-Disposition'],
      contentLength: undefined,
    })
    expect(await drained(reply.body)).toEqual({ text: 'a;b\r\na;b\r\n' })
  })

  it('384 MiB pass through in flat memory', async () => {
    const piece = chunkOf(Buffer.alloc(mebibyte, 'a'))
    const { mine } = await transportTo((socket) => {
      socket.write(headOf(200, chunked))
      flood(socket, piece, 384 * piece.byteLength, () => void socket.write('0\r\n\r\n'))
    })
    const before = process.memoryUsage().rss
    let [bytes, pieces, maxRss] = [0, 0, before]
    const { body } = await mine.exportThings()
    for await (const part of body as AsyncIterable<Uint8Array>) {
      bytes += part.byteLength
      pieces += 1
      if (pieces % 1000 === 0) maxRss = Math.max(maxRss, process.memoryUsage().rss)
    }
    expect(bytes).toBe(384 * mebibyte)
    expect(maxRss - before).toBeLessThan(192 * mebibyte)
  })

  it('waits for a reader that takes its time', async () => {
    const { mine, server } = await transportTo(
      (socket) => {
        socket.write(headOf(200, chunked))
        flood(socket, chunkOf(Buffer.alloc(mebibyte, 'a')))
      },
      { streamIdleMs: 500, streamLimitMs: 1_500 },
    )
    const {
      result: [error],
      tookMs,
    } = await timed(async () => {
      const { body } = await mine.exportThings()
      await once(body, 'readable')
      return await once(body, 'error') // nobody reads any further: only the whole limit ends it
    })
    expect(error).toMatchObject({ kind: 'timeout' })
    expect(tookMs).toBeGreaterThan(1_400)
    expect(server.bytesWritten()).toBeLessThan(16 * mebibyte)
    await server.deserted()
  })

  it('that nobody begins to read is closed when its time has ended', async () => {
    const { mine, server } = await transportTo(send(headOf(200, chunked), line), { streamLimitMs: 100 })
    await mine.exportThings()
    await server.deserted()
  })

  it('fails when the service becomes silent', async () => {
    const { mine, server } = await transportTo(send(headOf(200, chunked), line), { streamIdleMs: 500 })
    const reply = await mine.exportThings()
    const result = await drained(reply.body)
    expect(result).toMatchObject({
      text: 'a;b\r\n',
      error: { kind: 'timeout', status: 200, operation: 'exportThings' },
    })
    await server.deserted()
  })

  it('fails when the service is silent before the first piece', async () => {
    const { mine, server } = await transportTo(send(headOf(200, chunked)), { streamIdleMs: 100 })
    const { body } = await mine.exportThings()
    const { error } = await drained(body)
    expect(error).toMatchObject({ kind: 'timeout' })
    await server.deserted()
  })

  it('may take longer than its operation has until the head, and than the wait for a piece', async () => {
    const [marginMs, drippingMs] = [2_000, 2_500] // and 300 ms of its operation
    const startedAt = performance.now()
    const { mine } = await transportTo(
      (socket) => {
        socket.write(headOf(200, chunked))
        const timer = setInterval(
          () => socket.write(performance.now() - startedAt < drippingMs ? line : '0\r\n\r\n'),
          20,
        )
        socket.on('close', () => clearInterval(timer))
      },
      { marginMs, streamIdleMs: 1_500 },
    )
    const { body } = await mine.exportThings()
    expect((await drained(body)).error).toBeUndefined()
    expect(performance.now() - startedAt).toBeGreaterThan(drippingMs)
  })

  it('that stops being HTTP is malformed', async () => {
    const { mine } = await transportTo(send(headOf(200, chunked), line, 'zz\r\n'))
    const error = await mine.exportThings().then(
      ({ body }) => drained(body).then((end) => end.error),
      (failure: unknown) => failure,
    )
    expect(error).toMatchObject({ kind: 'malformed' })
  })

  it('ends when its whole time has passed, however slowly its bytes arrive', async () => {
    const { mine, server } = await transportTo(
      (socket) => {
        socket.write(headOf(200, chunked))
        const timer = setInterval(() => socket.write(line), 20)
        socket.on('close', () => clearInterval(timer))
      },
      { streamIdleMs: 1000, streamLimitMs: 200 },
    )
    const { body } = await mine.exportThings()
    expect((await drained(body)).error).toMatchObject({ kind: 'timeout' })
    await server.deserted()
  })

  it('has no time limit where the contract sets none, as long as something comes', async () => {
    const zip = { 'Content-Type': 'application/zip', 'Transfer-Encoding': 'chunked' }
    let pieces = 0
    const { mine } = await transportTo(
      (socket) => {
        socket.write(headOf(200, zip))
        const timer = setInterval(() => {
          pieces += 1
          socket.write(pieces < 30 ? line : '0\r\n\r\n')
        }, 20)
        socket.on('close', () => clearInterval(timer))
      },
      { streamIdleMs: 60_000, streamLimitMs: 100 },
    )
    const { body } = await mine.getThingArchive()
    expect((await drained(body)).error).toBeUndefined()
  })

  it('is aborted by its caller, and the connection is closed', async () => {
    const { mine, server } = await transportTo(send(headOf(200, chunked), line))
    const caller = new AbortController()
    const { body } = await mine.exportThings({ signal: caller.signal })
    await once(body, 'readable')
    caller.abort(new Error(secret))
    expect((await drained(body)).error).toMatchObject({ kind: 'aborted' })
    await server.deserted()
  })

  it('closes the connection when its reader stops', async () => {
    const { mine, server } = await transportTo(send(headOf(200, chunked), line), withoutEnd)
    const { body } = await mine.exportThings()
    for await (const _piece of body) break
    await server.deserted()
  })

  it('closes the connection when what it is piped into breaks', async () => {
    const { mine, server } = await transportTo(send(headOf(200, chunked), line), withoutEnd)
    const { body } = await mine.exportThings()
    const broken = new Writable({ write: (_piece, _encoding, done) => done(new Error('the browser left')) })
    await expect(pipeline(body, broken)).rejects.toThrow('the browser left')
    await server.deserted()
  })

  it.each([
    ['in chunks', chunked, false],
    ['in chunks, said before', { ...chunked, Connection: 'close' }, false],
    ['with a length', { ...csv, 'Content-Length': 100 }, false],
    ['with a length, said before', { ...csv, 'Content-Length': 100, Connection: 'close' }, false],
    ['in chunks, by a reset', { ...chunked, Connection: 'close' }, true],
  ])('that is cut %s is never taken for a whole one', async (_how, headers, reset) => {
    const { mine } = await transportTo((socket) => {
      socket.write(headOf(200, headers) + line, () => (reset ? socket.resetAndDestroy() : socket.end()))
    })
    const error = await mine.exportThings().then(
      ({ body }) => drained(body).then((end) => end.error),
      (failure: unknown) => failure,
    )
    expect(error).toMatchObject({ kind: 'unreachable' })
  })

  it.each([
    ['without length or chunks', { ...csv, Connection: 'close' }],
    ['of another media type', { ...chunked, 'Content-Type': 'text/html' }],
    ['that is compressed', { ...chunked, 'Content-Encoding': 'gzip' }],
  ])('%s is malformed', async (_how, headers) => {
    const { mine, server } = await transportTo(send(headOf(200, headers), line))
    expect((await failureOf(mine.exportThings())).kind).toBe('malformed')
    await server.deserted()
  })

  it('has the time of its operation until its head, or the time for heads if that is less', async () => {
    const { mine } = await transportTo(() => {}, { streamHeadMs: 400, marginMs: 100 })
    for (const ask of [() => mine.exportThings(), () => mine.exportSlowly()]) {
      const error = await failureOf(ask())
      expect(error.kind).toBe('timeout')
    }
  })
})

const mebibyte = 1024 * 1024
/** With these limits only the reader ends a stream. */
const withoutEnd = { streamIdleMs: 600_000, streamLimitMs: 600_000 }
const csv = { 'Content-Type': 'text/csv; charset=utf-8', 'Content-Disposition': 'attachment; filename="things.csv"' }
const chunked = { ...csv, 'Transfer-Encoding': 'chunked' }
const chunkOf = (bytes: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`${bytes.byteLength.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])
const send =
  (...parts: string[]): Script =>
  (socket) =>
    parts.forEach((part) => socket.write(part))
const line = chunkOf(Buffer.from('a;b\r\n')).toString()

/** Reads a stream to its end or its error. */
async function drained(body: AsyncIterable<Uint8Array>): Promise<{ text: string; error?: FrontendTransportError }> {
  let text = ''
  try {
    for await (const piece of body) text += Buffer.from(piece).toString()
    return { text }
  } catch (error) {
    if (!(error instanceof FrontendTransportError)) throw error
    for (const credential of [secret, sessionId]) expect(everythingOf(error)).not.toContain(credential)
    return { text, error }
  }
}
