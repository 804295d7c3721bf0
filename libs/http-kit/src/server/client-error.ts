import { STATUS_CODES } from 'node:http'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { failBody } from './body-failure.ts'
import { connectionOf, followConnections } from './connections.ts'

const statusOf: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '')

/** Gives a head that Node's parser rejects a bare status, since it has no request id, but never in place of an earlier request's reply. */
export function replyClientErrors(server: Server): void {
  followConnections(server)
  server.on('clientError', (error, socket) => {
    if (codeOf(error) === 'ECONNRESET') socket.destroy()
    // A message that the application rejects in pending promises gets its reply, which says why.
    else setImmediate(() => endBroken(statusOf[codeOf(error)] ?? 400, socket))
  })
}

/** Ends a request over a time limit shorter than the server's as Node ends one over the server's. */
export function endLateRequest(req: IncomingMessage): void {
  endBroken(408, req.socket)
}

/** If a head was read and its body is broken, the application replies, and nothing does where it has replied already. */
function endBroken(status: number, socket: Duplex): void {
  const { latest, replies } = connectionOf(socket)
  if (latest === undefined || latest.complete) return endWith(status, socket)
  const reply = replies.find(({ req }) => req === latest)
  if (reply === undefined) socket.end(() => socket.destroy())
  else if (reply.headersSent || !failBody(latest, status)) endWith(status, socket)
}

function endWith(status: number, socket: Duplex): void {
  if (!socket.writable || !mayReply(socket)) socket.destroy()
  else socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`, () => socket.destroy())
}

function mayReply(socket: Duplex): boolean {
  const [oldest, ...more] = connectionOf(socket).replies.filter((reply) => !reply.writableFinished)
  // No reply is open, or the parser failed in the body of the only request that waits for its reply.
  return oldest === undefined || (more.length === 0 && !oldest.req.complete && !oldest.headersSent)
}
