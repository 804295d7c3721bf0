import { DomainError } from '@course-grading/domain/errors'
import { createKeyedSemaphore, createSemaphore } from '@course-grading/semaphore'

/**
 * The maximum number of contents at the same time. Each reads four files at a time, and takes up to 25 MiB until its reader has
 * it.
 */
const contentsAtOnce = 4
/** The maximum for one person, so that nobody keeps the others waiting. */
const maxPerPerson = 1
/** How long a request waits for earlier ones, in milliseconds. */
const slotWaitMs = 10_000
/** Seconds. */
const retryAfterS = 5

export interface ContentSlots {
  /**
   * Waits for a slot for a content that a user reads, until the signal fires. Returns the function that gives the slot back.
   * @throws DomainError overloaded, if too many wait or no slot becomes free in time
   */
  readonly take: (userId: number, signal: AbortSignal) => Promise<() => void>
  /** How many are taken. */
  readonly inUse: () => number
}

export function createContentSlots(): ContentSlots {
  const ofPerson = createKeyedSemaphore<number>({ slots: maxPerPerson, queueLimit: 8 })
  const all = createSemaphore({ slots: contentsAtOnce, queueLimit: 32 })
  const overloaded = () => new DomainError('overloaded', { retryAfterS })
  return {
    take: async (userId, signal) => {
      const until = performance.now() + slotWaitMs
      if ((await ofPerson.acquire(userId, { waitMs: slotWaitMs, signal })) !== 'acquired') throw overloaded()
      // The person's own slot is taken first, so that a request that waits for it holds none of the shared slots.
      const acquisition = await all.acquire({ waitMs: Math.max(0, until - performance.now()), signal })
      if (acquisition !== 'acquired') {
        ofPerson.release(userId)
        throw overloaded()
      }
      return () => {
        all.release()
        ofPerson.release(userId)
      }
    },
    inUse: () => all.inUse(),
  }
}
