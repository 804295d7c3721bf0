import { errors, type Dispatcher } from 'undici'
import { checkReply, readBody, type BodyReader, type ReplyFormat } from './replies/read-reply.ts'
import type { Deadline } from './deadline.ts'
import { UpstreamError } from './errors.ts'

export interface ExchangeRequest {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly format: ReplyFormat
  readonly limitBytes: number
}

/** A reply whose head is good and whose body has not been read. */
export interface BegunReply {
  readonly body: Dispatcher.ResponseData['body']
  /** As the reply announces it. */
  readonly sizeBytes: number | null
  /** What an error of the body means. */
  readonly brokenOff: (error: unknown) => UpstreamError
}

/**
 * Sends one GET and returns what `read` makes of its reply. Any failure on the way becomes an `UpstreamError`; an error that `read`
 * throws is passed on unchanged.
 */
export async function exchange<T>(
  dispatcher: Dispatcher,
  request: ExchangeRequest,
  deadline: Deadline,
  read: BodyReader<T>,
): Promise<T> {
  const reply = await beginExchange(dispatcher, request, deadline)
  return readBody(reply, request.limitBytes, read)
}

/** Sends one GET and gives its reply when the head is good. The body must be read or destroyed. */
export async function beginExchange(
  dispatcher: Dispatcher,
  { path, headers, format, limitBytes }: ExchangeRequest,
  deadline: Deadline,
): Promise<BegunReply> {
  const failure = (error: unknown, reason: 'transport' | 'cut_off'): UpstreamError => {
    if (deadline.signal.aborted) return new UpstreamError(deadline.reason())
    return new UpstreamError(isNotHttp(error) ? 'not_http' : reason, { systemCode: systemCodeOf(error) })
  }
  const reply = await dispatcher
    .request({ method: 'GET', path, headers, signal: deadline.signal })
    .catch((error: unknown) => {
      throw failure(error, 'transport')
    })
  const sizeBytes = await checkReply(reply, format, limitBytes)
  return { body: reply.body, sizeBytes, brokenOff: (error) => failure(error, 'cut_off') }
}

function systemCodeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
}

/** Bytes that are no HTTP reply, contradict themselves about its length, or hold too many headers. */
function isNotHttp(error: unknown): boolean {
  return (
    error instanceof errors.HTTPParserError ||
    error instanceof errors.ResponseContentLengthMismatchError ||
    error instanceof errors.HeadersOverflowError
  )
}
