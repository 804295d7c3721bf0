import type { IncomingMessage, Server, ServerResponse } from 'node:http'

export interface ServerDrain {
  /**
   * Accepts no more connections, ends each one with its answer, and resolves when the last is gone. `server.close()`
   * alone leaves a connection that was busy open, and usable, up to its keep-alive limit.
   */
  drain(): Promise<void>
  /** Destroys what is left: an answer on its way arrives cut, never corrupted. */
  cut(): void
}

const sweepMs = 100

/** To be called before the server's first request: it knows the answers that are on their way. */
export function drainable(server: Server): ServerDrain {
  const answering = new Set<ServerResponse>()
  let draining: Promise<void> | undefined

  const track = (_request: IncomingMessage, response: ServerResponse): void => {
    if (draining) response.shouldKeepAlive = false
    answering.add(response)
    response.once('close', () => answering.delete(response))
  }
  server.prependListener('request', track)
  server.prependListener('checkContinue', track)

  const drain = (): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const sweep = setInterval(() => server.closeIdleConnections(), sweepMs)
    for (const response of answering) if (!response.headersSent) response.shouldKeepAlive = false
    server.close(() => {
      clearInterval(sweep)
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
