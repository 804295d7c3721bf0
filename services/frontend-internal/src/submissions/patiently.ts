import { setTimeout } from 'node:timers/promises'
import { UpstreamError } from '@course-grading/upstream'

export interface Patience {
  /** The reasons of an error after which the call is made again; any other error is thrown. */
  readonly reasons: ReadonlySet<UpstreamError['reason']>
  readonly maxRetries: number
  /** The shortest pause between two tries; an error may ask for a longer one. */
  readonly pauseMs: number
  /** Ends a pause, with its reason as the error. */
  readonly signal: AbortSignal
}

/** Calls `read` again after a pause, at most `maxRetries` times, if it fails for one of the reasons. The signal ends it. */
export async function patiently<T>(
  read: () => Promise<T>,
  { reasons, maxRetries, pauseMs, signal }: Patience,
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
