import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** What the server does with one request; `head` is the request's head, `number` counts from 1. */
export type Script = (socket: Socket, head: string, number: number) => void

export interface HostileServer {
  readonly url: string
  /** Heads of the requests received, in order. */
  readonly requests: readonly string[]
  readonly connections: () => number
  /** Bytes that were handed to the system, over all connections. */
  readonly bytesWritten: () => number
  /** Resolves when no connection is open. */
  readonly deserted: () => Promise<void>
}

/**
 * A server of plain sockets on the loopback interface, which can reply with any bytes, at any pace, or not at all. The end of
 * the test closes it. `onConnection` may write before a request arrives.
 */
export async function startHostileServer(
  script: Script,
  onConnection: (socket: Socket) => void = () => {},
): Promise<HostileServer> {
  const requests: string[] = []
  const sockets = new Set<Socket>()
  const seen: Socket[] = []
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    seen.push(socket)
    let received = ''
    socket.on('error', () => {}) // the other side may cut the connection, which the tests expect
    socket.on('close', () => {
      sockets.delete(socket)
      server.emit('deserted')
    })
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1')
      for (let end = received.indexOf('\r\n\r\n'); end >= 0; end = received.indexOf('\r\n\r\n')) {
        const head = received.slice(0, end)
        const bodyBytes = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0)
        if (received.length < end + 4 + bodyBytes) return
        received = received.slice(end + 4 + bodyBytes)
        requests.push(head)
        script(socket, head, requests.length)
      }
    })
    onConnection(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  })
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    connections: () => seen.length,
    bytesWritten: () => seen.reduce((sum, socket) => sum + socket.bytesWritten, 0),
    deserted: async () => {
      while (sockets.size > 0) await once(server, 'deserted')
    },
  }
}

/** The head of a reply, as it is written. */
export function headOf(status: number, headers: Readonly<Record<string, string | number>>): string {
  const lines = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  return `HTTP/1.1 ${status} Some Reason\r\n${lines}\r\n`
}

/** A whole reply with a JSON body and its length. */
export function jsonReply(
  status: number,
  body: string,
  headers: Readonly<Record<string, string | number>> = {},
): string {
  return (
    headOf(status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body), ...headers }) + body
  )
}

/** Repeats an action until the socket closes. */
export function drip(socket: Socket, everyMs: number, action: () => void): void {
  const timer = setInterval(action, everyMs)
  socket.on('close', () => clearInterval(timer))
}

/** Writes the same piece, as fast as it is taken, until the socket closes or `totalBytes` are written. */
export function flood(socket: Socket, piece: Uint8Array, totalBytes = Infinity, onEnd: () => void = () => {}): void {
  let written = 0
  const write = (): void => {
    while (!socket.destroyed && written < totalBytes) {
      written += piece.byteLength
      if (!socket.write(piece)) return
    }
    if (socket.destroyed) return
    socket.off('drain', write)
    onEnd()
  }
  socket.on('drain', write)
  write()
}
