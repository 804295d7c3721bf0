import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Server as TcpServer } from 'node:net'
import { followConnections, openConnections } from './connections.ts'

interface ServerDrain {
  /** Ends each connection with its reply; resolves when the last is gone. `server.close()` alone leaves busy ones usable. */
  drain(): Promise<void>
  /** Destroys the remaining connections. A reply that is being sent arrives cut, never corrupted. */
  cut(): void
}

const sweepMs = 100

/** Call it before the server's first request, since it must know the replies that are not finished. */
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
    // The HTTP server's own `close` also ends its search for late requests: one client's unfinished headers would hold the process.
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
