import { DomainError } from '@course-grading/domain/errors/domain-error'
import { createSemaphore } from '@course-grading/concurrency'

interface GateLimits {
  readonly slots: number
  readonly queueLimit: number
  readonly queueWaitMs: number
}

export interface Gate {
  /** First come, first served. `overloaded` if the queue is full, or no slot becomes free in time. */
  run<T>(work: () => Promise<T>): Promise<T>
  waiting(): number
}

/** Limits the callers of Slonik's pool, whose own queue has no limit of length or time. `onEnter` gets each caller's wait. */
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
