import { errors, Pool, type Dispatcher } from 'undici'
import type { FailureKind } from './transport-error.ts'

export interface WireRequest {
  readonly method: Dispatcher.HttpMethod
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array | undefined
}

export type WireReply = Pick<Dispatcher.ResponseData, 'statusCode' | 'headers' | 'body'>

interface Client {
  /** Sends once. Rejects with the library's own error. A body of which nothing arrives for `idleMs` while it is read ends with an error. */
  readonly send: (request: WireRequest, signal: AbortSignal) => Promise<WireReply>
  readonly close: () => Promise<void>
}

interface ClientOptions {
  readonly baseUrl: string
  readonly connections: number
  readonly connectTimeoutMs: number
  readonly idleMs: number
}

/** Uses no other origin, proxy, redirect, retry, cookie or decompression, and no HTTP/2, which may repeat a request after a GOAWAY. */
export function createClient({ baseUrl, connections, connectTimeoutMs, idleMs }: ClientOptions): Client {
  const base = baseOf(baseUrl)
  const pool = new Pool(base.origin, {
    connections,
    pipelining: 1,
    allowH2: false,
    connect: { timeout: connectTimeoutMs },
    headersTimeout: 0, // the signal of `send` covers the wait for the headers, too
    bodyTimeout: idleMs,
  })
  let closed: Promise<void> | undefined
  return {
    send: ({ method, path, headers, body = null }, signal) =>
      pool.request({ method, path: base.path + path, headers, body, signal }),
    close: () => {
      closed ??= pool.close()
      return closed
    },
  }
}

/** Bytes that are no HTTP are malformed, silence is a timeout, and any other error is a broken connection. */
export function kindOf(error: unknown, hasHead: boolean): FailureKind {
  if (error instanceof errors.BodyTimeoutError) return 'timeout'
  if (error instanceof errors.HeadersOverflowError) return 'malformed'
  // A reply with contradictory lengths has no head here. Once there is a head, the error means that the body is incomplete.
  if (error instanceof errors.ResponseContentLengthMismatchError) return hasHead ? 'unreachable' : 'malformed'
  // The parser's error has the bytes that it could not read, and no bytes (`data`) if the rest of the reply is missing.
  return error instanceof errors.HTTPParserError && !('data' in error && error.data === '')
    ? 'malformed'
    : 'unreachable'
}

export function systemCodeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
}

function baseOf(baseUrl: string): { origin: string; path: string } {
  const url = URL.parse(baseUrl)
  if (
    url === null ||
    !['http:', 'https:'].includes(url.protocol) ||
    url.username ||
    url.password ||
    url.search ||
    url.hash
  ) {
    throw new TypeError('The base URL of the service is http or https, without user information, query or fragment.')
  }
  return { origin: url.origin, path: url.pathname.replace(/\/+$/, '') }
}
