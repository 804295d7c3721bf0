import { createSemaphore } from '@course-grading/concurrency'
import type { Deadline } from '../call/deadline.ts'
import { UpstreamError } from '../call/upstream-error.ts'

interface BulkheadLimits {
  readonly slots: number
  /** How many calls may wait for a slot; any further one is rejected at once. */
  readonly queueLimit: number
  readonly queueWaitMs: number
}

interface Bulkhead {
  /** First come, first served. `waitMs` replaces `queueWaitMs`. @throws UpstreamError bulkhead_full, or the deadline's reason */
  readonly enter: (deadline: Pick<Deadline, 'signal' | 'reason'>, waitMs?: number) => Promise<void>
  readonly leave: () => void
}

export function createBulkhead(limits: BulkheadLimits): Bulkhead {
  const semaphore = createSemaphore(limits)
  return {
    enter: async ({ signal, reason }, waitMs = limits.queueWaitMs) => {
      const acquisition = await semaphore.acquire({ waitMs, signal })
      if (acquisition === 'aborted') throw new UpstreamError(reason())
      if (acquisition !== 'acquired') throw new UpstreamError('bulkhead_full', { retryAfterS: 1 })
    },
    leave: () => semaphore.release(),
  }
}
