import type { IncomingMessage, Server, ServerResponse } from 'node:http'

/**
 * Destroys the connection of a client that has not taken a finished answer within the time: Node has no limit for
 * writing, and such an answer holds its memory and its place among the requests at work. An answer that fits into the
 * socket's buffer, as almost all do, costs no timer. One that is still being streamed is not looked at.
 */
export function endSlowReaders(server: Server, limitMs: number): void {
  const watch = (_request: IncomingMessage, response: ServerResponse): void => {
    response.once('prefinish', () => {
      if ((response.socket?.writableLength ?? 0) === 0) return
      const timer = setTimeout(() => response.destroy(), limitMs)
      response.once('close', () => clearTimeout(timer))
    })
  }
  server.on('request', watch)
  server.on('checkContinue', watch)
}
