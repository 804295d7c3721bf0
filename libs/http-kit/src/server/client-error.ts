import { STATUS_CODES } from 'node:http'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { connectionOf, followConnections } from './connections.ts'

const statusOf: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '')

/** What Node's parser rejects has no id, so it gets the bare status, but never in place of an earlier request's reply. */
export function replyClientErrors(server: Server): void {
  followConnections(server)
  server.on('clientError', (error, socket) => {
    if (codeOf(error) === 'ECONNRESET') socket.destroy()
    // The application rejects some messages in the promises that run first, with a reply that says why.
    else setImmediate(() => endWith(statusOf[codeOf(error)] ?? 400, socket))
  })
}

/** Ends a request that exceeds a shorter limit than the server's, in the way in which Node ends one at the server's. */
export function endLateRequest(req: IncomingMessage): void {
  endWith(408, req.socket)
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
