import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as TcpServer } from 'node:net'
import { followConnections, openConnections } from './connections.ts'

interface ServerDrain {
  /** Ends each connection with its reply; resolves when all are closed. `server.close()` alone would leave busy connections usable. */
  drain(): Promise<void>
  /** Destroys the remaining connections. A reply that is being sent arrives cut, never corrupted. */
  cut(): void
}

const sweepMs = 100

/** Called before the server's first request, since unfinished replies are followed from there. */
export function drainable(server: Server): ServerDrain {
  followConnections(server)
  let draining: Promise<void> | undefined

  const endWithReply = (_request: IncomingMessage, response: ServerResponse): void => {
    response.shouldKeepAlive = false
  }

  const drain = (): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const sweep = setInterval(() => server.closeIdleConnections(), sweepMs)
    server.prependListener('request', endWithReply)
    server.prependListener('checkContinue', endWithReply)
    server.prependListener('checkExpectation', endWithReply)
    for (const response of openConnections(server).flatMap(({ replies }) => replies))
      if (!response.headersSent) response.shouldKeepAlive = false
    // The HTTP server's own `close` would stop its search for late requests: a client's unfinished headers would hold the process.
    TcpServer.prototype.close.call(server, () => {
      clearInterval(sweep)
      server.close()
      resolve()
    })
    server.closeIdleConnections()
    return promise
  }
  return {
    drain: () => (draining ??= drain()),
    cut: () => server.closeAllConnections(),
  }
}
