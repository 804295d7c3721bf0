import { errors, type Dispatcher } from 'undici'
import { readAnswer } from './answers/read-answer.ts'
import type { Deadline } from './deadline.ts'
import { UpstreamError } from './errors.ts'

export interface ExchangeRequest {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly limitBytes: number
}

/** Sends one GET and reads its answer as JSON; whatever fails, what comes out is an `UpstreamError`. */
export async function exchange(
  dispatcher: Dispatcher,
  request: ExchangeRequest,
  deadline: Deadline,
): Promise<unknown> {
  const { path, headers, limitBytes } = request
  const failWith = (error: unknown, reason: 'transport' | 'cut_off'): never => {
    if (error instanceof UpstreamError) throw error
    if (deadline.signal.aborted) throw new UpstreamError(deadline.reason())
    throw new UpstreamError(isNotHttp(error) ? 'not_http' : reason, { systemCode: systemCodeOf(error) })
  }
  const answer = await dispatcher
    .request({ method: 'GET', path, headers, signal: deadline.signal })
    .catch((error: unknown) => failWith(error, 'transport'))
  return readAnswer(answer, limitBytes).catch((error: unknown) => failWith(error, 'cut_off'))
}

function systemCodeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
}

/** Bytes that are no HTTP answer, contradict themselves about its length, or hold too many headers. */
function isNotHttp(error: unknown): boolean {
  return error instanceof errors.HTTPParserError
    || error instanceof errors.ResponseContentLengthMismatchError
    || error instanceof errors.HeadersOverflowError
}
