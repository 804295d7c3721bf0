import { errors, type Dispatcher } from 'undici'
import { type CollectedReply, collectReply } from '../replies/collect-reply.ts'
import { checkReply, readBody, type ReplyFormat, type ReplyReader } from '../replies/read-reply.ts'
import type { Deadline } from '../call/deadline.ts'
import { UpstreamError } from '../call/upstream-error.ts'

export interface ExchangeRequest {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly format: ReplyFormat
  readonly limitBytes: number
}

/** A reply whose head is valid and whose body has not been read. */
export interface BegunReply {
  readonly body: Dispatcher.ResponseData['body']
  readonly sizeBytes: number | null
  readonly brokenOff: (error: unknown) => UpstreamError
}

/** Any failure on the way becomes an `UpstreamError`; what `read` throws passes unchanged. */
export async function exchange<T>(
  dispatcher: Dispatcher,
  request: ExchangeRequest,
  deadline: Deadline,
  read: ReplyReader<T>,
): Promise<T> {
  if ('rows' in read) return readBody(await beginExchange(dispatcher, request, deadline), request.limitBytes, read.rows)
  const { bytes } = await collectExchange(dispatcher, request, deadline)
  if (bytes === null) throw new UpstreamError('too_large', { status: 200 })
  return read.whole(bytes)
}

/** `onProgress` is called with the head of a valid reply, and with each piece of its body. */
export function collectExchange(
  dispatcher: Dispatcher,
  { path, headers, format, limitBytes }: ExchangeRequest,
  deadline: Deadline,
  onProgress?: () => void,
): Promise<CollectedReply> {
  const { signal } = deadline
  const failure = failuresOf(deadline)
  return collectReply(dispatcher, { method: 'GET', path, headers }, { format, limitBytes, signal, onProgress, failure })
}

/** Sends one GET. The body of the result must be read or destroyed. */
export async function beginExchange(
  dispatcher: Dispatcher,
  { path, headers, format, limitBytes }: ExchangeRequest,
  deadline: Deadline,
): Promise<BegunReply> {
  const failure = failuresOf(deadline)
  const reply = await dispatcher
    .request({ method: 'GET', path, headers, signal: deadline.abortSignal })
    .catch((error: unknown) => {
      throw failure(error, 'transport')
    })
  const sizeBytes = await checkReply(reply, format, limitBytes)
  return { body: reply.body, sizeBytes, brokenOff: (error) => failure(error, 'cut_off') }
}

function failuresOf(deadline: Deadline) {
  return (error: unknown, reason: 'transport' | 'cut_off'): UpstreamError => {
    if (deadline.signal.aborted) return new UpstreamError(deadline.reason())
    return new UpstreamError(isNotHttp(error) ? 'not_http' : reason, { systemCode: systemCodeOf(error) })
  }
}

function systemCodeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
}

/** Whether the bytes are no HTTP reply, contradict themselves about its length, or have too many headers. */
function isNotHttp(error: unknown): boolean {
  return (
    error instanceof errors.HTTPParserError ||
    error instanceof errors.ResponseContentLengthMismatchError ||
    error instanceof errors.HeadersOverflowError
  )
}
