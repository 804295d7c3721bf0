import { setTimeout } from 'node:timers/promises'
import { UpstreamError } from '@course-grading/upstream'

interface RetryOptions {
  readonly reasons: ReadonlySet<UpstreamError['reason']>
  readonly maxRetries: number
  /** Milliseconds between two calls, at least; an error may ask for a longer pause. */
  readonly pauseMs: number
  readonly signal: AbortSignal
}

/** @throws the last error of `read`; an AbortError when the signal aborts during a pause */
export async function withRetries<T>(
  read: () => Promise<T>,
  { reasons, maxRetries, pauseMs, signal }: RetryOptions,
): Promise<T> {
  for (let retries = 0; ; retries += 1) {
    let retryAfterMs: number
    try {
      return await read()
    } catch (error) {
      if (!(error instanceof UpstreamError) || !reasons.has(error.reason) || retries === maxRetries) throw error
      retryAfterMs = (error.retryAfterS ?? 0) * 1_000
    }
    await setTimeout(Math.max(pauseMs, retryAfterMs), undefined, { signal })
  }
}
