import type { Dispatcher } from 'undici'
import { UpstreamError } from '../call/upstream-error.ts'
import { retryAfterSeconds } from './retry-after.ts'

type Reply = Pick<Dispatcher.ResponseData, 'statusCode' | 'headers' | 'body'>

export type ReplyFormat = 'json' | 'bytes'

/** Several for JSON, since a proxy or an older version may change what A+ sends. */
const mediaTypesOf: Record<ReplyFormat, readonly string[]> = {
  json: ['application/vnd.aplus+json', 'application/json'],
  bytes: ['application/octet-stream'],
}

/** A+ knows no media type of files, and replies 406 to a request that names one. */
export const acceptOf: Record<ReplyFormat, string> = { json: mediaTypesOf.json.join(', '), bytes: '*/*' }

/** Max bytes and time to read an unwanted body, so that the connection can be used again; a longer body closes the connection. */
const discardedBytes = 16 * 1024
const discardMs = 100

/** Leaving the body early closes the connection. `sizeBytes`: the size that the reply announces. */
export type BodyReader<T> = (body: AsyncIterable<Uint8Array>, sizeBytes: number | null) => Promise<T>

export type ReplyReader<T> = { readonly whole: (bytes: Uint8Array) => T } | { readonly rows: BodyReader<T> }

/** Returns the announced size of a 200. Of any other reply only status and `Retry-After` are read. */
export async function checkReply(reply: Reply, format: ReplyFormat): Promise<number | null> {
  const { body, headers } = reply
  const problem = statusError(reply) ?? headersError(headers, format)
  if (problem !== undefined) {
    await body.dump({ limit: discardedBytes, signal: AbortSignal.timeout(discardMs) }).catch(() => {})
    throw problem
  }
  return sizeOf(headers)
}

export interface UnreadReply {
  readonly body: Reply['body']
  readonly sizeBytes: number | null
  /** What an error of the connection means. Errors of `body` itself are passed to it, too. */
  readonly brokenOff: (error: unknown) => UpstreamError
}

/** Does not wait for what `read` leaves unread. @throws UpstreamError too_large once the announced or the received size exceeds the limit */
export async function readBody<T>(reply: UnreadReply, limitBytes: number, read: BodyReader<T>): Promise<T> {
  const { body, sizeBytes, brokenOff } = reply
  try {
    if ((sizeBytes ?? 0) > limitBytes) throw tooLarge()
    return await read(limited(body, limitBytes, brokenOff), sizeBytes)
  } finally {
    if (!body.readableEnded) body.on('error', () => {}).destroy()
  }
}

function statusError({ statusCode: status, headers }: Omit<Reply, 'body'>): UpstreamError | undefined {
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

function headersError(headers: Reply['headers'], format: ReplyFormat): UpstreamError | undefined {
  const status = 200
  const encoding = headers['content-encoding']
  if (encoding !== undefined && encoding !== 'identity') return new UpstreamError('encoding', { status })
  if (!hasFormat(headers['content-type'], format)) return new UpstreamError('media_type', { status })
  // A document that breaks off is no longer JSON, but nothing else shows whether a file is whole.
  if (format === 'bytes' && !hasKnownEnd(headers)) return new UpstreamError('not_http', { status })
  return undefined
}

/** Whether the length or the last chunk marks the end of the body, so that the end of the connection alone does not. */
function hasKnownEnd(headers: Reply['headers']): boolean {
  return sizeOf(headers) !== null || /(?:^|,)\s*chunked\s*$/i.test(String(headers['transfer-encoding'] ?? ''))
}

/** Null without Content-Length. The HTTP parser has rejected a repeated one. */
function sizeOf(headers: Reply['headers']): number | null {
  const length = headers['content-length']
  return length === undefined ? null : Number(length)
}

/** The format's media type with any parameters (A+ gives `version` in some replies), but with no other charset than UTF-8. */
function hasFormat(contentType: string | string[] | undefined, format: ReplyFormat): boolean {
  if (typeof contentType !== 'string') return false
  if (mediaTypesOf[format].includes(contentType)) return true
  const [mediaType = '', ...parameters] = contentType
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  return (
    mediaTypesOf[format].includes(mediaType) &&
    parameters.every((parameter) => !parameter.startsWith('charset=') || /^charset="?utf-8"?$/.test(parameter))
  )
}

const tooLarge = (): UpstreamError => new UpstreamError('too_large', { status: 200 })

async function* limited(
  body: AsyncIterable<Buffer>,
  limitBytes: number,
  brokenOff: (error: unknown) => UpstreamError,
): AsyncGenerator<Buffer, void, undefined> {
  let bytes = 0
  try {
    for await (const chunk of body) {
      bytes += chunk.byteLength
      if (bytes > limitBytes) throw tooLarge() // leaving the loop closes the body
      yield chunk
    }
  } catch (error) {
    throw error instanceof UpstreamError ? error : brokenOff(error)
  }
}
