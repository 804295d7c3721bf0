import { setTimeout } from 'node:timers/promises'
import { UpstreamError } from '@course-grading/upstream'

export interface Patience {
  /** What is worth another try: nothing else is. */
  readonly reasons: ReadonlySet<UpstreamError['reason']>
  readonly mostRetries: number
  /** The shortest pause between two tries; an error may ask for a longer one. */
  readonly pauseMs: number
  /** Ends a pause, with its reason as the error. */
  readonly signal: AbortSignal
}

/** Asks again after a pause where the learning platform cannot be asked just now, so often at most, until the signal fires. */
export async function patiently<T>(
  read: () => Promise<T>,
  { reasons, mostRetries, pauseMs, signal }: Patience,
): Promise<T> {
  for (let retries = 0; ; retries += 1) {
    let retryAfterMs: number
    try {
      return await read()
    } catch (error) {
      if (!(error instanceof UpstreamError) || !reasons.has(error.reason) || retries === mostRetries) throw error
      retryAfterMs = (error.retryAfterS ?? 0) * 1_000
    }
    await setTimeout(Math.max(pauseMs, retryAfterMs), undefined, { signal })
  }
}
