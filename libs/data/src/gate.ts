import { DomainError } from '@course-grading/domain/errors'
import { createSemaphore } from '@course-grading/semaphore'

interface GateLimits {
  /** Max callers inside at the same time. */
  readonly slots: number
  /** Callers that may wait for a slot; one more is rejected at once. */
  readonly queueLimit: number
  readonly queueWaitMs: number
}

export interface Gate {
  /** Waits for a slot, first come, first served, and holds it while `work` runs. Throws `overloaded` when none comes in time. */
  run<T>(work: () => Promise<T>): Promise<T>
  /** How many wait for a slot. */
  waiting(): number
}

/**
 * Limits the callers in front of the pool, since the pool's own queue has no limit of length or time. `onEnter` gets the time that
 * each caller waited before it was let in.
 */
export function createGate(limits: GateLimits, onEnter: (seconds: number) => void = () => {}): Gate {
  const semaphore = createSemaphore(limits)
  const wait = { waitMs: limits.queueWaitMs }
  return {
    run: async (work) => {
      const startedAt = performance.now()
      if ((await semaphore.acquire(wait)) !== 'acquired') throw new DomainError('overloaded', { retryAfterS: 1 })
      try {
        onEnter((performance.now() - startedAt) / 1000)
        return await work()
      } finally {
        semaphore.release()
      }
    },
    waiting: () => semaphore.waiting(),
  }
}
