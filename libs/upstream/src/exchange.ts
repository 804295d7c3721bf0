import { errors, type Dispatcher } from 'undici'
import { readReply, type BodyReader } from './replies/read-reply.ts'
import type { Deadline } from './deadline.ts'
import { UpstreamError } from './errors.ts'

export interface ExchangeRequest {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly limitBytes: number
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
  const { path, headers, limitBytes } = request
  const failure = (error: unknown, reason: 'transport' | 'cut_off'): UpstreamError => {
    if (deadline.signal.aborted) return new UpstreamError(deadline.reason())
    return new UpstreamError(isNotHttp(error) ? 'not_http' : reason, { systemCode: systemCodeOf(error) })
  }
  const reply = await dispatcher
    .request({ method: 'GET', path, headers, signal: deadline.signal })
    .catch((error: unknown) => {
      throw failure(error, 'transport')
    })
  return readReply(reply, { limitBytes, read, brokenOff: (error) => failure(error, 'cut_off') })
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
