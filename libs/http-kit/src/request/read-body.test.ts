import { once } from 'node:events'
import { type Server, createServer } from 'node:http'
import { type AddressInfo, type Socket, connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { bodyLimitBytes } from '@course-grading/contracts/operation/limits'
import Koa from 'koa'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readBody } from './read-body.ts'
import { HttpError, type HttpErrorCode } from '../errors/http-error.ts'

describe('readBody', () => {
  it.each([
    ['every possible byte', everyByte],
    ['a byte order mark', Buffer.from([0xef, 0xbb, 0xbf, 0x7b, 0x7d])],
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0xc3, 0x22])],
    ['no byte', Buffer.alloc(0)],
    ['as many bytes as the limit allows', limit],
  ])('returns %s as sent', async (_what, body) => {
    expect(bodyIn(await exchange(withLength(body), body)).equals(body)).toBe(true)
    expect(
      bodyIn(
        await exchange(head('Transfer-Encoding: chunked'), chunk(body), body.length > 0 ? '0\r\n\r\n' : ''),
      ).includes(body),
    ).toBe(true)
    // The matcher is slow with a body of some MB.
    expect(seen.map(({ outcome }) => outcome instanceof Uint8Array && body.equals(outcome))).toEqual([true, true])
  })

  it('returns no bytes for a request without a body', async () => {
    expect(statusIn(await exchange(head()))).toBe(200)
    expect(seen[0]?.outcome).toEqual(Buffer.alloc(0))
  })

  it('joins a body that arrives byte by byte, with a length or in chunks', async () => {
    const bytes = [...Buffer.from('{"name":"ä"}')].map((byte) => Buffer.from([byte]))
    expect(bodyIn(await exchange(withLength(Buffer.concat(bytes)), ...bytes)).toString()).toBe('{"name":"ä"}')
    const chunked = await exchange(head('Transfer-Encoding: chunked'), ...bytes.map(chunk), '0\r\n\r\n')
    expect(bodyIn(chunked).toString()).toBe('{"name":"ä"}')
  })

  it('reads a body whose coding and media type are written otherwise', async () => {
    const type = 'Application/JSON ;charset="UTF-8";'
    const request = withLength(everyByte, 'Content-Encoding: Identity').replace('application/json', type)
    expect(bodyIn(await exchange(request, everyByte)).equals(everyByte)).toBe(true)
  })

  it('refuses an announced length above the limit without reading', async () => {
    for (const length of [overLimit.length, 2 ** 32, '18446744073709551615']) {
      const request = head(`Content-Length: ${length}`)
      expect(statusIn(await exchange(request))).toBe(413)
      expect(seen.at(-1)?.bytesRead).toBe(request.length)
    }
  })

  it('counts chunked bytes while reading, and stops at the first byte above the limit', async () => {
    const unfinished = [head('Transfer-Encoding: chunked'), chunk(limit), '1\r\n ']
    const reply = await exchange(...unfinished)
    expect(statusIn(reply)).toBe(413)
    expect(reply.toString()).toMatch(/^connection: close\r$/im)
  })

  it('reads no more of an endless body than the limit and the bytes that have already arrived', async () => {
    const socket = await dial()
    const closed = closingOf(socket)
    socket.write(head('Transfer-Encoding: chunked').replace('Connection: close', 'Connection: keep-alive'))
    const part = chunk(Buffer.alloc(65_536, 0x20))
    const push = () => {
      while (!socket.destroyed && socket.write(part));
    }
    socket.on('drain', push)
    socket.resume()
    push()
    await closed
    expect(seen[0]?.outcome).toMatchObject({ code: 'payload_too_large', closeConnection: true })
    expect(seen[0]?.bytesRead).toBeLessThan(2 * bodyLimitBytes)
  })

  it('refuses a compressed body without inflating', async () => {
    const body = gzipSync('{}')
    expect(statusIn(await exchange(withLength(body, 'Content-Encoding: gzip'), body))).toBe(415)
  })

  it('sends 100 Continue to a waiting client when it begins to read', async () => {
    const socket = await dial()
    socket.write(withLength(everyByte, 'Expect: 100-continue'))
    const [interim] = (await once(socket, 'data')) as [Buffer]
    expect(interim.toString()).toBe('HTTP/1.1 100 Continue\r\n\r\n')
    socket.write(everyByte)
    const [reply] = (await once(socket, 'data')) as [Buffer]
    expect(statusIn(reply)).toBe(200)
    socket.destroy()
  })

  it.each([
    [
      'to a client that is rejected before',
      401,
      withLength(everyByte, 'Expect: 100-continue').replace('PUT /', 'PUT /refused'),
    ],
    ['to a client with too large a body', 413, withLength(overLimit, 'Expect: 100-continue')],
    [
      'to a client with a compressed body',
      415,
      withLength(everyByte, 'Expect: 100-continue', 'Content-Encoding: gzip'),
    ],
  ])('never sends 100 Continue %s', async (_what, status, request) => {
    const reply = await exchange(request)
    expect(statusIn(reply)).toBe(status)
    expect(reply.toString()).not.toContain('100 Continue')
  })

  it('sends no 100 Continue to HTTP/1.0', async () => {
    const request = withLength(everyByte, 'Expect: 100-continue').replace('HTTP/1.1', 'HTTP/1.0')
    expect(statusIn(await exchange(request, everyByte))).toBe(200)
  })

  it.each<[what: string, rest: string, how: 'end' | 'resetAndDestroy']>([
    ['at once', '', 'resetAndDestroy'],
    ['in the middle of a known length', 'Content-Length: 10\r\n\r\n{"a', 'resetAndDestroy'],
    ['between chunks', 'Transfer-Encoding: chunked\r\n\r\n2\r\n{"\r\n', 'resetAndDestroy'],
    ['inside a chunk', 'Transfer-Encoding: chunked\r\n\r\n9\r\n{"', 'resetAndDestroy'],
    ['by an orderly end', 'Content-Length: 10\r\n\r\n{"a', 'end'],
  ])('refuses a body that the client cuts off %s', async (_what, rest, how) => {
    const socket = await dial()
    const done = nextOutcome()
    const started = once(server, 'request')
    socket.write(`${head().slice(0, -2)}${rest || 'Content-Length: 10\r\n\r\n'}`)
    await started
    socket[how]()
    await done
    expect(seen[0]?.outcome).toMatchObject({ code: 'request_aborted' })
    socket.destroy()
  })

  it('reads the bodies of one connection one after the other', async () => {
    const keepAlive = (body: Uint8Array) => withLength(body).replace('close', 'keep-alive')
    const first = Buffer.from('{"first":1}')
    const reply = await exchange(keepAlive(first), first, withLength(everyByte), everyByte)
    expect(reply.includes(first)).toBe(true)
    expect(seen.map(({ outcome }) => outcome)).toEqual([first, everyByte])
  })
})

let server: Server
beforeAll(setUp)
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})
beforeEach(() => {
  seen.length = 0
})

const statusOf: Partial<Record<HttpErrorCode, number>> = { payload_too_large: 413, unsupported_media_type: 415 }

/** What the handler saw of each request, in order; `outcome` is the body or what was thrown. */
const seen: { outcome: Uint8Array | Error; bytesRead: number }[] = []
const waiting: (() => void)[] = []

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error('something else was thrown')
}

/** A reset is how a connection may end here, not a failure of the test. */
function closingOf(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once('close', () => resolve()))
}

async function dial(): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

/** Sends the parts one after the other, and returns everything that the server sends until it closes. */
async function exchange(...parts: (string | Uint8Array)[]): Promise<Buffer> {
  const socket = await dial()
  const received: Buffer[] = []
  socket.on('data', (chunk: Buffer) => received.push(chunk))
  const closed = closingOf(socket)
  for (const part of parts) {
    if (!socket.destroyed) socket.write(part)
    await new Promise(setImmediate)
  }
  await closed
  return Buffer.concat(received)
}

function head(...lines: string[]): string {
  const all = ['PUT / HTTP/1.1', 'Host: a', 'Connection: close', 'Content-Type: application/json', ...lines]
  return `${all.join('\r\n')}\r\n\r\n`
}
const withLength = (body: Uint8Array, ...lines: string[]) => head(`Content-Length: ${body.length}`, ...lines)
const lineEnd = Buffer.from('\r\n')
const chunk = (body: Uint8Array) => Buffer.concat([Buffer.from(body.length.toString(16)), lineEnd, body, lineEnd])
const statusIn = (reply: Buffer) => Number(reply.toString('latin1').split(' ')[1])
const bodyIn = (reply: Buffer) => reply.subarray(reply.indexOf('\r\n\r\n') + 4)
const nextOutcome = () => new Promise<void>((resolve) => waiting.push(resolve))

const everyByte = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))
const limit = Buffer.alloc(bodyLimitBytes, 0x20)
const overLimit = Buffer.alloc(bodyLimitBytes + 1, 0x20)

async function setUp() {
  const app = new Koa()
  app.silent = true
  app.use(async (ctx) => {
    if (ctx.path === '/refused') {
      ctx.status = 401
      return
    }
    const outcome = await readBody(ctx).catch(asError)
    seen.push({ outcome, bytesRead: ctx.req.socket.bytesRead })
    for (const wake of waiting.splice(0)) wake()
    if (!(outcome instanceof Error)) {
      ctx.body = Buffer.from(outcome)
      return
    }
    if (outcome instanceof HttpError && outcome.closeConnection) ctx.set('Connection', 'close')
    ctx.status = (outcome instanceof HttpError && statusOf[outcome.code]) || 500
    ctx.body = outcome.message
  })
  const handle = app.callback()
  server = createServer((req, res) => void handle(req, res))
  server.on('checkContinue', (req, res) => void handle(req, res))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
}
