import { type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http'
import type { CallbackTarget, VerificationTarget } from '@course-grading/domain/delivery/callback-url'
import type { CallbackErrorReason } from '@course-grading/domain/delivery/classify-send'
import type { SendReply } from '@course-grading/domain/delivery/send-reply'
import type { FreshConnection } from '@course-grading/outbound'
import { CallbackError } from './callback-error.ts'

export interface ExchangeLimits {
  /** Time until the head of the reply is complete. */
  readonly headersMs: number
  /** Time between two pieces of the reply's body. */
  readonly idleMs: number
  readonly totalMs: number
  readonly maxBytes: number
}

interface ExchangeOptions {
  /** Used for this exchange only; destroyed at its end. */
  readonly connection: FreshConnection
  readonly target: CallbackTarget | VerificationTarget
  /** Form text of a POST; absent for a GET. */
  readonly form?: string
  readonly limits: ExchangeLimits
  /** Stops the exchange from outside. Absent for a grade, whose reply must be waited for. */
  readonly signal?: AbortSignal
  /** Called once, before the first byte can leave: from then on the peer may have the request. */
  readonly onWrite: () => void
}

/** A reply that was read to its end. `retryAfterS`: the seconds in its `Retry-After`, if it has one. */
export interface ExchangeReply extends SendReply {
  readonly retryAfterS: number | null
}

const maxHeaderBytes = 16_384

/** Only a whole reply counts. @throws CallbackError timeout, closed, reply_cut, malformed_reply, reply_too_long, stopped */
export async function exchange(options: ExchangeOptions): Promise<ExchangeReply> {
  const { connection, limits, signal } = options
  const { promise, resolve, reject } = Promise.withResolvers<ExchangeReply>()
  let status: number | null = null
  let bytes = 0
  let hasEnded = false
  const stop = (reason: CallbackErrorReason): void => {
    if (!hasEnded) reject(new CallbackError(reason, { status, bytes }))
  }
  const onAbort = (): void => stop('stopped')
  const headersTimer = setTimeout(() => stop('timeout'), limits.headersMs)
  const timers = [setTimeout(() => stop('timeout'), limits.totalMs), headersTimer]
  signal?.addEventListener('abort', onAbort, { once: true })
  try {
    if (signal?.aborted) throw new CallbackError('stopped')
    if (!connection.isFresh()) throw new CallbackError('closed')
    const request = begin(options)
    request.on('error', (error) =>
      stop(isMalformed(error) ? 'malformed_reply' : status === null ? 'closed' : 'reply_cut'),
    )
    request.on('close', () => stop(status === null ? 'closed' : 'reply_cut'))
    // Informational replies that no request here asks for: 100, 101 and others.
    request.on('information', () => stop('malformed_reply'))
    request.on('upgrade', () => stop('malformed_reply'))
    request.on('response', (response) => {
      clearTimeout(headersTimer)
      if (!isFinalReply(response)) return stop('malformed_reply')
      status = response.statusCode ?? null
      const stalled = setTimeout(() => stop('reply_cut'), limits.idleMs)
      timers.push(stalled)
      readBody(response, {
        maxBytes: limits.maxBytes,
        onTooLong: () => stop('reply_too_long'),
        onPiece: (length) => {
          bytes += length
          stalled.refresh()
        },
        onEnd: (body) => {
          // The parser destroys the connection, without an error, if a second reply begins in the same read as the end of the first one.
          if (connection.socket.destroyed && hasAnnouncedEnd(response)) return stop('malformed_reply')
          const finish = (): void => resolve(replyOf(request, response, body))
          if (request.writableFinished) return finish()
          // With TLS, Node reports a write's end later, perhaps after a quick reply. The reply is whole, so further events are ignored.
          hasEnded = true
          setImmediate(finish)
        },
      })
    })
    return await promise
  } finally {
    // From here on the end of the connection is ignored.
    hasEnded = true
    timers.forEach((timer) => clearTimeout(timer))
    signal?.removeEventListener('abort', onAbort)
    connection.destroy()
  }
}

function replyOf(request: ClientRequest, response: IncomingMessage, body: ExchangeReply['body']): ExchangeReply {
  const { statusCode: status = 0 } = response
  return { status, body, isRequestSent: request.writableFinished, retryAfterS: retryAfterOf(response) }
}

function begin({ connection, target, form, onWrite }: ExchangeOptions): ClientRequest {
  const { socket } = connection
  // From here on only the parser reads, and what the peer sends is the reply.
  socket.removeAllListeners('data')
  onWrite()
  const request = httpRequest({
    // Without an agent the connection is not kept, and no other one is opened.
    createConnection: () => socket,
    method: target.method,
    path: target.path,
    setHost: false,
    insecureHTTPParser: false,
    maxHeaderSize: maxHeaderBytes,
    headers: {
      Host: hostOf(target),
      Connection: 'close',
      Accept: 'application/json',
      'Accept-Encoding': 'identity',
      'User-Agent': 'course-grading',
      ...(form !== undefined && {
        'Content-Type': 'application/x-www-form-urlencoded',
        'Content-Length': String(Buffer.byteLength(form)),
      }),
    },
  })
  request.end(form)
  return request
}

interface BodyReading {
  readonly maxBytes: number
  readonly onPiece: (length: number) => void
  readonly onTooLong: () => void
  readonly onEnd: (body: Buffer) => void
}

function readBody(response: IncomingMessage, { maxBytes, onPiece, onTooLong, onEnd }: BodyReading): void {
  const pieces: Buffer[] = []
  let bytes = 0
  response.on('data', (piece: Buffer) => {
    bytes += piece.length
    onPiece(piece.length)
    if (bytes > maxBytes) onTooLong()
    else pieces.push(piece)
  })
  // The request reports the same error, and handles it.
  response.on('error', () => {})
  // The parser finds bytes behind the announced end in the same read, so by now it has reported them as an error.
  response.on('end', () => {
    if (response.complete) onEnd(Buffer.concat(pieces))
  })
}

/** The parser also accepts other versions, 101, and transfer codings that are not decoded here. */
function isFinalReply({ httpVersion, statusCode = 0, headers }: IncomingMessage): boolean {
  return (
    (httpVersion === '1.1' || httpVersion === '1.0') &&
    statusCode >= 200 &&
    (headers['transfer-encoding'] ?? 'chunked').toLowerCase() === 'chunked'
  )
}

/** If the reply does not announce where its body ends, the body ends with the connection. */
function hasAnnouncedEnd({ headers, statusCode }: IncomingMessage): boolean {
  return (
    headers['transfer-encoding'] !== undefined ||
    headers['content-length'] !== undefined ||
    statusCode === 204 ||
    statusCode === 304
  )
}

function retryAfterOf({ headers }: IncomingMessage): number | null {
  const seconds = /^[0-9]{1,6}$/.exec(headers['retry-after'] ?? '')
  return seconds === null ? null : Number(seconds[0])
}

/** Errors of the parser have codes of their own. A body that ends too early is an error of the connection. */
function isMalformed(error: NodeJS.ErrnoException): boolean {
  return error.code?.startsWith('HPE_') === true && error.code !== 'HPE_INVALID_EOF_STATE'
}

function hostOf({ hostname, port, protocol }: CallbackTarget | VerificationTarget): string {
  return port === (protocol === 'https:' ? 443 : 80) ? hostname : `${hostname}:${port}`
}
