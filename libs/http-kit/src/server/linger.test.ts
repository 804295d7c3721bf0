import { once } from 'node:events'
import { type Server, type ServerResponse, createServer } from 'node:http'
import { type AddressInfo, type Socket, connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { lingerAfterReply } from './linger.ts'

describe('lingerAfterReply', () => {
  it('lets a client continue to send after the reply, and still read the reply', async () => {
    const { socket, send } = await dial()
    const answered = replyFinished()
    await send(head(4_000_000))
    await answered
    for (let part = 0; part < 4; part += 1) await send(Buffer.alloc(1_000_000))
    socket.end()
    expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 413 .*large$/s)
  })

  it('serves no later request on the connection', async () => {
    const { socket, send } = await dial()
    const answered = replyFinished()
    await send(`${head(5)}12`)
    await answered
    await send('345GET /second HTTP/1.1\r\nHost: a\r\n\r\n')
    socket.end()
    expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 413 .*large$/s)
    expect(targets).toEqual(['/first'])
  })

  it('ends the connection of a client that never closes it', async () => {
    const { socket, send } = await dial()
    const served = servedSocket()
    const limits = lingerLimits()
    await send(`${head(5)}12`)
    expect(await readAll(socket)).toContain('large')
    expect(limits()).toBe(1)
    await expect.poll(async () => (await served).destroyed).toBe(true)
    socket.destroy()
  })

  it('reads a bounded number of bytes from an endless sender', async () => {
    const { socket } = await dial()
    const served = servedSocket()
    socket.on('error', () => {})
    socket.resume()
    const push = () => {
      while (!socket.destroyed && socket.write(Buffer.alloc(65_536)));
    }
    socket.on('drain', push)
    socket.write(head(1e12))
    push()
    await expect.poll(async () => (await served).destroyed).toBe(true)
    expect((await served).bytesRead).toBeLessThan(20_000_000)
    socket.destroy()
  })

  it('does not linger if the whole request was read', async () => {
    const { socket, send } = await dial()
    const served = servedSocket()
    const limits = lingerLimits()
    await send(`${head(2, '/read')}12`)
    expect(await readAll(socket)).toContain('large')
    expect(limits()).toBe(0)
    await expect.poll(async () => (await served).destroyed).toBe(true)
    socket.destroy()
  })
})

let server: Server
beforeAll(setUp)
afterAll(async () => {
  server.close()
  await once(server, 'close')
})
beforeEach(() => {
  targets.length = 0
})

const targets: string[] = []

/** A client that keeps its own direction open after the server has ended the other. */
async function dial(): Promise<{ socket: Socket; send: (bytes: string | Uint8Array) => Promise<void> }> {
  const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', allowHalfOpen: true })
  await once(socket, 'connect')
  const send = (bytes: string | Uint8Array) =>
    new Promise<void>((resolve, reject) => {
      socket.write(bytes, (error) => (error ? reject(error) : resolve()))
    })
  return { socket, send }
}

function replyFinished(): Promise<void> {
  return new Promise((resolve) => {
    server.once('request', (_req, res: ServerResponse) => res.once('finish', () => resolve()))
  })
}

/** The server's end of the connection of the next request. */
function servedSocket(): Promise<Socket> {
  return new Promise((resolve) => server.once('request', (req) => resolve(req.socket)))
}

/** Returns a function that counts the connections that have got the limit of two seconds since this call. */
function lingerLimits(): () => number {
  const timers = vi.spyOn(globalThis, 'setTimeout')
  onTestFinished(() => timers.mockRestore())
  return () => timers.mock.calls.filter(([, ms]) => ms === 2_000).length
}

/** Reads to the server's end, and leaves our own direction as it is. */
async function readAll(socket: Socket): Promise<string> {
  let received = ''
  socket.on('data', (chunk) => {
    received += String(chunk)
  })
  await once(socket, 'end')
  return received
}

const head = (length: number, target = '/first') =>
  `PUT ${target} HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n`

async function setUp() {
  server = createServer(async (req, res) => {
    targets.push(req.url ?? '')
    lingerAfterReply(req)
    if (req.url === '/read') await once(req.resume(), 'end')
    res.writeHead(413, { Connection: 'close', 'Content-Length': 5 }).end('large')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
}
