import type { Dispatcher } from 'undici'
import { UpstreamError } from '../errors.ts'
import { retryAfterSeconds } from './retry-after.ts'

type Reply = Pick<Dispatcher.ResponseData, 'statusCode' | 'headers' | 'body'>

/** What A+ sends, and what a proxy or an older version may make of it. */
const jsonMediaTypes = ['application/vnd.aplus+json', 'application/json']

/**
 * An unwanted body is read up to this size and for this long, so that the connection can be used again. A longer body closes the
 * connection.
 */
const discardedBytes = 16 * 1024
const discardMs = 100

/**
 * Makes the result from a body as it arrives, or throws an `UpstreamError`. Leaving the body early closes the
 * connection.
 */
export type BodyReader<T> = (body: AsyncIterable<Uint8Array>) => Promise<T>

export interface ReplyReading<T> {
  readonly limitBytes: number
  readonly read: BodyReader<T>
  /** Turns an error of the connection into the error that the body throws. */
  readonly brokenOff: (error: unknown) => UpstreamError
}

/**
 * Returns what `read` makes of the body of a 200 reply in JSON, of which at most `limitBytes` are read. Of any other reply nothing
 * but its status and `Retry-After` is read.
 */
export async function readReply<T>(reply: Reply, { limitBytes, read, brokenOff }: ReplyReading<T>): Promise<T> {
  const { body, headers } = reply
  const problem = statusError(reply) ?? headersError(headers, limitBytes)
  if (problem !== undefined) {
    await body.dump({ limit: discardedBytes, signal: AbortSignal.timeout(discardMs) }).catch(() => {})
    throw problem
  }
  return read(limited(body, limitBytes, brokenOff))
}

function statusError({ statusCode: status, headers }: Reply): UpstreamError | undefined {
  if (status === 200) return undefined
  if (status === 401) return new UpstreamError('refused', { status })
  if (status === 403 || status === 404) return new UpstreamError('rejected', { status })
  if (status >= 300 && status < 400) return new UpstreamError('redirect', { status })
  if (status !== 429 && status < 500) return new UpstreamError('unexpected_status', { status })
  const retryAfterS = retryAfterSeconds(headers['retry-after'], Date.now())
  return new UpstreamError(status === 429 ? 'rate_limited' : 'server_error', {
    status,
    ...(retryAfterS === undefined ? {} : { retryAfterS }),
  })
}

function headersError(headers: Reply['headers'], limitBytes: number): UpstreamError | undefined {
  const status = 200
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity') return new UpstreamError('encoding', { status })
  if (!isJson(headers['content-type'])) return new UpstreamError('media_type', { status })
  // A repeated Content-Length was rejected by the HTTP parser; a missing one is counted while reading.
  if (Number(headers['content-length'] ?? 0) > limitBytes) return new UpstreamError('too_large', { status })
  return undefined
}

/** JSON with any parameters (A+ gives `version` in some replies), but in no other charset than UTF-8. */
function isJson(contentType: string | string[] | undefined): boolean {
  if (typeof contentType !== 'string') return false
  const [mediaType = '', ...parameters] = contentType
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  return (
    jsonMediaTypes.includes(mediaType) &&
    parameters.every((parameter) => !parameter.startsWith('charset=') || /^charset="?utf-8"?$/.test(parameter))
  )
}

async function* limited(
  body: AsyncIterable<Buffer>,
  limitBytes: number,
  brokenOff: (error: unknown) => UpstreamError,
): AsyncGenerator<Buffer, void, undefined> {
  let bytes = 0
  try {
    for await (const chunk of body) {
      bytes += chunk.byteLength
      if (bytes > limitBytes) throw new UpstreamError('too_large', { status: 200 }) // leaving the loop closes the body
      yield chunk
    }
  } catch (error) {
    throw error instanceof UpstreamError ? error : brokenOff(error)
  }
}
