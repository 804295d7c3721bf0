import { once } from 'node:events'
import { connect } from 'node:net'

export interface RawRequest {
  readonly method?: string
  /** The request target as it is sent. No client in between corrects it. */
  readonly target: string
  readonly headers?: readonly (readonly [name: string, value: string])[]
  readonly body?: string | Uint8Array
}

const deadlineMs = 60_000

/** The bytes of one request; `Host`, `Connection: close` and the length of a body are added. */
export function rawRequest({ method = 'GET', target, headers = [], body }: RawRequest): Buffer {
  const bytes = Buffer.from(body ?? '')
  const own = [
    ['Host', 'course-grading.test'],
    ['Connection', 'close'],
    ...(body === undefined ? [] : [['Content-Length', String(bytes.length)]]),
  ]
  const lines = [...own, ...headers].map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.concat([Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join('')}\r\n`), bytes])
}

/** Everything that comes back until the connection ends: status line, header, body, and whatever should not be there. */
export async function exchangeBytes(port: number, request: Uint8Array): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.on('error', () => {}) // a reset ends the exchange like anything else
  socket.setTimeout(deadlineMs, () => socket.destroy())
  socket.write(request)
  await once(socket, 'close')
  return Buffer.concat(chunks).toString('utf8')
}

/** The status of a reply; 0 if there was none. */
export const statusOf = (reply: string): number => Number(/^HTTP\/1\.1 (\d{3}) /.exec(reply)?.[1] ?? 0)
