import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

/** What the server does with one request; `text` is the request's head, `number` counts from 1. */
export type Script = (socket: Socket, text: string, number: number) => void

export interface AdversarialServer {
  readonly url: string
  /** Heads of the requests received, in order. */
  readonly requests: readonly string[]
  readonly connections: () => number
  readonly close: () => Promise<void>
}

/** A server of plain sockets on the loopback interface, which can reply with any bytes, at any pace, or not at all. */
export async function startAdversarialServer(script: Script): Promise<AdversarialServer> {
  const requests: string[] = []
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    let received = ''
    socket.on('error', () => {}) // the other side may cut the connection, which the tests expect
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1')
      for (let end = received.indexOf('\r\n\r\n'); end >= 0; end = received.indexOf('\r\n\r\n')) {
        const head = received.slice(0, end)
        received = received.slice(end + 4)
        requests.push(head)
        script(socket, head, requests.length)
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    connections: () => connections,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** The bytes of a reply with a body of known length. */
export function replyOf(status: number, body: string | Buffer, headers: Record<string, string> = {}): Buffer {
  const bytes = Buffer.from(body)
  const lines = Object.entries({
    'Content-Type': 'application/vnd.aplus+json',
    'Content-Length': String(bytes.byteLength),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.concat([Buffer.from(`HTTP/1.1 ${status} Some Reason\r\n${lines.join('')}\r\n`, 'latin1'), bytes])
}

/** Repeats an action until the socket closes. */
export function drip(socket: Socket, everyMs: number, action: () => void): void {
  const timer = setInterval(action, everyMs)
  socket.on('close', () => clearInterval(timer))
}

/** The body of A+'s reply to `GET /users/me`. */
export function identityBody(change: Record<string, unknown> = {}): string {
  const course = { id: 11, code: 'DEF000', name: 'Def. Course', instance_name: 'Current' }
  return JSON.stringify({
    id: 101,
    url: 'https://plus.example.org/api/v2/users/101',
    username: 'teacher',
    student_id: null,
    email: 'teacher@example.org',
    full_name: 'Terry Teacher',
    is_external: false,
    enrolled_courses: [],
    staff_courses: [course],
    teacher_courses: [course],
    assistant_courses: [],
    first_name: 'Terry',
    last_name: 'Teacher',
    ...change,
  })
}
