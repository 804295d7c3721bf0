import { type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http'
import type { CallbackTarget, VerificationTarget, SendReply, CallbackErrorReason } from '@course-grading/domain'
import { CallbackError } from './callback-error.ts'
import type { FreshConnection } from './open-connection.ts'

export interface ExchangeLimits {
  /** Until the head of the answer is complete. */
  readonly headersMs: number
  /** Between two pieces of its body. */
  readonly idleMs: number
  /** Of the whole exchange. */
  readonly totalMs: number
  /** Of the answer's body. */
  readonly maxBytes: number
}

export interface ExchangeOptions {
  /** Of its own; destroyed when this is over. */
  readonly connection: FreshConnection
  readonly target: CallbackTarget | VerificationTarget
  /** Form text of a POST; absent for a GET. */
  readonly form?: string
  readonly limits: ExchangeLimits
  /** Ends it from outside; never given for what must be waited for to its end. */
  readonly signal?: AbortSignal
  /** Called once, before the first byte can leave: from then on the peer may have the request. */
  readonly onWrite: () => void
}

/** An answer to its end, and how many seconds its `Retry-After` asked for, where it did. */
export interface ExchangeReply extends SendReply {
  readonly retryAfterS: number | null
}

const maxHeaderBytes = 16_384

/**
 * One request on one connection, and its answer to the end. No keep-alive, no redirect, no repetition; an answer is only what
 * the strict parser takes for a whole one.
 * @throws CallbackError timeout, closed, answer_cut, malformed_answer, answer_too_long, stopped
 */
export async function exchange(options: ExchangeOptions): Promise<ExchangeReply> {
  const { connection, limits, signal } = options
  const { promise, resolve, reject } = Promise.withResolvers<ExchangeReply>()
  let status: number | null = null
  let bytes = 0
  let isOver = false
  const stop = (what: CallbackErrorReason): void => {
    if (!isOver) reject(new CallbackError(what, { status, bytes }))
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
      stop(isMalformed(error) ? 'malformed_answer' : status === null ? 'closed' : 'answer_cut'),
    )
    request.on('close', () => stop(status === null ? 'closed' : 'answer_cut'))
    // What nobody asked for: 100, 101, and others that are no answer.
    request.on('information', () => stop('malformed_answer'))
    request.on('upgrade', () => stop('malformed_answer'))
    request.on('response', (response) => {
      clearTimeout(headersTimer)
      if (!isFinalReply(response)) return stop('malformed_answer')
      status = response.statusCode ?? null
      const stalled = setTimeout(() => stop('answer_cut'), limits.idleMs)
      timers.push(stalled)
      readBody(response, {
        maxBytes: limits.maxBytes,
        onTooLong: () => stop('answer_too_long'),
        onPiece: (length) => {
          bytes += length
          stalled.refresh()
        },
        onEnd: (body) => {
          // The parser destroys the connection, without an error, when a second answer begins in the same read as the end of the first one.
          if (connection.socket.destroyed && hasAnnouncedEnd(response)) return stop('malformed_answer')
          const { statusCode = 0 } = response
          resolve({
            status: statusCode,
            body,
            isRequestSent: request.writableFinished,
            retryAfterS: retryAfterOf(response),
          })
        },
      })
    })
    return await promise
  } finally {
    // The connection's own end says nothing any more.
    isOver = true
    timers.forEach((timer) => clearTimeout(timer))
    signal?.removeEventListener('abort', onAbort)
    connection.destroy()
  }
}

function begin({ connection, target, form, onWrite }: ExchangeOptions): ClientRequest {
  const { socket } = connection
  // Only the parser reads from here on; what the peer says is the answer.
  socket.removeAllListeners('data')
  onWrite()
  const request = httpRequest({
    // Which leaves no agent: nobody keeps the connection, nobody takes another one.
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
  // Reported by the request as well, which knows what it means.
  response.on('error', () => {})
  // Bytes behind the announced end are found by the parser in the same breath: its error has been told by now.
  response.on('end', () => {
    if (response.complete) onEnd(Buffer.concat(pieces))
  })
}

/**
 * The parser accepts versions that nobody speaks here, 101 without a protocol to switch to, and bodies in transfer codings that
 * nobody undoes: their end is not the end of what was encoded.
 */
function isFinalReply({ httpVersion, statusCode = 0, headers }: IncomingMessage): boolean {
  return (
    (httpVersion === '1.1' || httpVersion === '1.0') &&
    statusCode >= 200 &&
    (headers['transfer-encoding'] ?? 'chunked').toLowerCase() === 'chunked'
  )
}

/** Otherwise the body ends with the connection. */
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

/** Errors of the parser have codes of their own; an end too early is the connection's. */
function isMalformed(error: NodeJS.ErrnoException): boolean {
  return error.code?.startsWith('HPE_') === true && error.code !== 'HPE_INVALID_EOF_STATE'
}

function hostOf({ hostname, port, protocol }: CallbackTarget | VerificationTarget): string {
  return port === (protocol === 'https:' ? 443 : 80) ? hostname : `${hostname}:${port}`
}
