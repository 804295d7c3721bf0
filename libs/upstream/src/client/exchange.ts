import { errors, type Dispatcher } from 'undici'
import { checkReply, type ReplyFormat } from '../replies/read-reply.ts'
import type { Deadline } from '../call/deadline.ts'
import { UpstreamError } from '../call/upstream-error.ts'

export interface ExchangeRequest {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly format: ReplyFormat
}

export interface BegunReply {
  readonly body: Dispatcher.ResponseData['body']
  readonly sizeBytes: number | null
  readonly brokenOff: (error: unknown) => UpstreamError
}

/** Sends one GET. The body of the result must be read or destroyed. Any failure becomes an `UpstreamError`. */
export async function beginExchange(
  dispatcher: Dispatcher,
  { path, headers, format }: ExchangeRequest,
  deadline: Deadline,
): Promise<BegunReply> {
  const failure = failuresOf(deadline)
  const reply = await dispatcher
    .request({ method: 'GET', path, headers, signal: deadline.signal })
    .catch((error: unknown) => {
      throw failure(error, 'transport')
    })
  const sizeBytes = await checkReply(reply, format)
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
