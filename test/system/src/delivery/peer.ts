import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import type { TestCertificate } from '@course-grading/test-kit'
import { type Ledger, noteBegun } from './ledger.ts'

/** A connection of a worker whose handshake is complete. */
export interface Line {
  readonly socket: Socket
  readonly reset: () => void
}

/** A connection on which a request has begun. */
export interface Exchange extends Line {
  readonly submissionId: number
  /** Resolves when the request is complete. */
  readonly whole: Promise<void>
  /** Resolves when this share of the bytes that the head announces has come. */
  readonly part: (share: number) => Promise<void>
}

export type Play = (exchange: Exchange) => unknown

/** How the peer behaves. Where a member is missing, it behaves as the learning platform does. */
export interface PeerPlay {
  /** Called with each connection and its number since the play began, from 1. If it returns true, nothing else is done with the connection. */
  readonly connection?: (socket: Socket, number: number) => boolean
  readonly verification?: Play
  readonly post?: Play
}

export interface Peer {
  readonly origin: string
  /** Replaces the play from the next connection on. */
  readonly play: (play: PeerPlay) => void
  /** The connections since the play began whose handshake is complete. */
  readonly lines: () => readonly Line[]
  readonly close: () => Promise<void>
}

interface PeerOptions {
  readonly ledger: Ledger
  readonly certificate?: TestCertificate
  /** Gets each whole request, with its body. */
  readonly received?: string[]
}

/** A learning platform on plain sockets whose play decides about every byte. The ledger records every grade that arrives. */
export async function startPeer({ ledger, certificate, received }: PeerOptions): Promise<Peer> {
  let play: PeerPlay = {}
  let connections = 0
  let lines: Line[] = []
  const sockets = new Set<Socket>()
  const attend = (socket: Socket): void => {
    socket.on('error', () => {})
    // The socket below TLS has the same remote port.
    const below = [...sockets].find(({ remotePort }) => remotePort === socket.remotePort) ?? socket
    const line = { socket, reset: () => void below.resetAndDestroy() }
    lines.push(line)
    readRequest(line, { ledger, origin, received }, () => play)
  }
  const secure =
    certificate === undefined ? null : createTlsServer({ cert: certificate.cert, key: certificate.key }, attend)
  secure?.on('tlsClientError', () => {})
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    connections += 1
    if (play.connection?.(socket, connections) === true) return
    if (secure === null) attend(socket)
    else secure.emit('connection', socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `${certificate === undefined ? 'http' : 'https'}://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    play: (next) => {
      play = next
      connections = 0
      lines = []
    },
    lines: () => lines,
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

/** The peer's origin, and the ledger in which it records requests. */
interface Recorder {
  readonly ledger: Ledger
  readonly origin: string
  readonly received: string[] | undefined
}

function readRequest(line: Line, recorder: Recorder, playNow: () => PeerPlay): void {
  let received = ''
  let exchange: OpenExchange | null = null
  line.socket.on('data', (piece: Buffer) => {
    received += piece.toString('latin1')
    exchange ??= beginExchange(line, received, recorder, playNow())
    if (exchange === null && received.includes('\r\n'))
      recorder.ledger.violations.push(`${recorder.origin} received a request that no delivery needs`)
    exchange?.onProgress(received)
  })
}

interface OpenExchange {
  readonly onProgress: (received: string) => void
}

/** The path may begin with a folder. */
const requestLine = /^(GET|POST) (?:\/[\w.~-]+)?\/submissions\/(\d+)(?:\/grader)?\?token=/

function beginExchange(
  line: Line,
  received: string,
  { ledger, origin, received: wholeRequests }: Recorder,
  play: PeerPlay,
): OpenExchange | null {
  const [, method, id] = requestLine.exec(received) ?? []
  if ((method !== 'GET' && method !== 'POST') || id === undefined) return null
  const submissionId = Number(id)
  noteBegun(ledger, method, submissionId)
  const waiting = new Map<number, PromiseWithResolvers<void>>()
  const part = (share: number): Promise<void> => {
    const wanted = waiting.get(share) ?? Promise.withResolvers<void>()
    waiting.set(share, wanted)
    return wanted.promise
  }
  let head = ''
  let isWhole = false
  void (method === 'POST' ? (play.post ?? accept) : (play.verification ?? show))({
    ...line,
    submissionId,
    whole: part(1),
    part,
  })
  return {
    onProgress: (sofar) => {
      const headEnd = sofar.indexOf('\r\n\r\n') + 4
      if (headEnd === 3) return
      if (head === '') {
        // A copy, because a slice would keep the memory of the whole request.
        head = Buffer.from(sofar.slice(0, headEnd), 'latin1').toString('latin1')
        ledger.requests.push({
          method,
          submissionId,
          origin,
          host: /^host: (.*)\r$/im.exec(head)?.[1] ?? '',
          target: head.split(' ', 2)[1] ?? '',
        })
      }
      const announced = headEnd + Number(/^content-length: (\d+)\r$/im.exec(head)?.[1] ?? 0)
      for (const [share, { resolve }] of waiting) if (sofar.length >= announced * share) resolve()
      if (sofar.length > announced)
        ledger.violations.push(`more bytes followed the request of submission ${submissionId}`)
      if (isWhole || sofar.length < announced) return
      isWhole = true
      wholeRequests?.push(sofar)
      if (!/^connection: close\r$/im.test(head))
        ledger.violations.push(`the request of submission ${submissionId} keeps its connection`)
      if (method === 'POST')
        ledger.posts.push({
          submissionId,
          mark: new URLSearchParams(sofar.slice(headEnd)).get('delivery_id') ?? '',
          head,
        })
    },
  }
}

/** An HTTP reply with its length. It does not close the connection. */
export function answer(status: string, body: string, headers: readonly string[] = []): string {
  const lines = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...headers,
  ]
  return `${lines.join('\r\n')}\r\n\r\n${body}`
}

export const accepted = '{"success":true,"errors":[]}'

/** A submission without a grade: after this verification, a worker sends. */
export const ungraded = (submissionId: number, change: object = {}): string =>
  JSON.stringify({
    id: submissionId,
    status: 'waiting',
    grade: 0,
    grading_time: null,
    grader: null,
    grading_data: null,
    ...change,
  })

const show: Play = async ({ socket, submissionId, whole }) => {
  await whole
  socket.write(answer('200 OK', ungraded(submissionId)))
}

const accept: Play = async ({ socket, whole }) => {
  await whole
  socket.write(answer('200 OK', accepted))
}
