import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { connectionOf, followConnections } from './connections.ts'

/**
 * Ends a connection with the reply to its last request. Node's own `maxRequestsPerSocket` only says `Connection: close` and leaves
 * the closing to the client; a client that goes on nevertheless gets 503 from then on. It stays as the limit for requests that were
 * sent without waiting. Call this before the server has its own listener.
 */
export function endOldConnections(server: Server, maxRequests: number): void {
  followConnections(server)
  const endWithLast = (request: IncomingMessage, response: ServerResponse): void => {
    if (connectionOf(request.socket).requests >= maxRequests) response.shouldKeepAlive = false
  }
  server.on('request', endWithLast)
  server.on('checkContinue', endWithLast)
  server.on('checkExpectation', endWithLast)
}
