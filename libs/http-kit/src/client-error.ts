import { STATUS_CODES } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** The newest answer on a connection, and the one before it: answers leave in the order of their requests. */
interface Answers {
  readonly newest: ServerResponse
  readonly before: ServerResponse | undefined
}

const statusOf: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '')

/**
 * Answers what Node's parser refuses with the bare status and nothing else: such a request has no id and no envelope.
 * Written only where it can be nothing but the answer to that request: not into the answer of an earlier one on the
 * same connection.
 */
export function answerClientErrors(server: Server): void {
  const answersOf = new WeakMap<Duplex, Answers>()
  const remember = (request: IncomingMessage, newest: ServerResponse): void => {
    answersOf.set(request.socket, { newest, before: answersOf.get(request.socket)?.newest })
  }
  server.on('request', remember)
  server.on('checkContinue', remember)

  function mayAnswer(socket: Duplex): boolean {
    const answers = answersOf.get(socket)
    if (!answers || answers.newest.writableFinished) return true
    // The parser failed in the body of the one request that waits for its answer.
    const { newest, before } = answers
    return (before === undefined || before.writableFinished) && !newest.req.complete && !newest.headersSent
  }

  server.on('clientError', (error, socket) => {
    if (!socket.writable || codeOf(error) === 'ECONNRESET' || !mayAnswer(socket)) {
      socket.destroy()
      return
    }
    const status = statusOf[codeOf(error)] ?? 400
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`, () => socket.destroy())
  })
}
