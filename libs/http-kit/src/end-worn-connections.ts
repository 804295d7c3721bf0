import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Ends a connection with the answer to its last request. Node's own `maxRequestsPerSocket` only says `Connection: close`
 * and leaves the closing to the client; one that goes on all the same is answered 503 from then on. It stays as the limit
 * for requests that were sent without waiting.
 */
export function endWornConnections(server: Server, maxRequests: number): void {
  const requests = new WeakMap<Socket, number>()
  const count = ({ socket }: IncomingMessage, response: ServerResponse): void => {
    const sofar = (requests.get(socket) ?? 0) + 1
    requests.set(socket, sofar)
    if (sofar >= maxRequests) response.shouldKeepAlive = false
  }
  server.prependListener('request', count)
  server.prependListener('checkContinue', count)
}
