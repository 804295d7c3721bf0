import { createSemaphore } from '@course-grading/semaphore'
import { UpstreamError } from '../errors.ts'

export interface BulkheadLimits {
  /** The maximum number of calls in flight. */
  readonly slots: number
  /** Calls that may wait for a slot; one more is rejected at once. */
  readonly queueLimit: number
  readonly queueWaitMs: number
}

export interface Bulkhead {
  /**
   * Waits for a slot, first come, first served, and holds it while `work` runs. Throws `bulkhead_full` when none comes in time,
   * and `onAbort()` when the signal fires while it waits. `waitMs` replaces `queueWaitMs`.
   */
  readonly run: <T>(
    signal: AbortSignal,
    onAbort: () => UpstreamError,
    work: () => Promise<T>,
    waitMs?: number,
  ) => Promise<T>
}

/** Bounds the calls in flight. */
export function createBulkhead(limits: BulkheadLimits): Bulkhead {
  const semaphore = createSemaphore(limits)
  return {
    run: async (signal, onAbort, work, waitMs = limits.queueWaitMs) => {
      const acquisition = await semaphore.acquire({ waitMs, signal })
      if (acquisition === 'aborted') throw onAbort()
      if (acquisition !== 'acquired') throw new UpstreamError('bulkhead_full', { retryAfterS: 1 })
      try {
        return await work()
      } finally {
        semaphore.release()
      }
    },
  }
}
