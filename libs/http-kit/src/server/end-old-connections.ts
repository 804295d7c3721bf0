import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { connectionOf, followConnections } from './connections.ts'

/** Node's `maxRequestsPerSocket` leaves closing to the client. Called before the server has its own listener. */
export function endOldConnections(server: Server, maxRequests: number): void {
  followConnections(server)
  const endWithLast = (request: IncomingMessage, response: ServerResponse): void => {
    if (connectionOf(request.socket).requests >= maxRequests) response.shouldKeepAlive = false
  }
  server.on('request', endWithLast)
  server.on('checkContinue', endWithLast)
  server.on('checkExpectation', endWithLast)
}
