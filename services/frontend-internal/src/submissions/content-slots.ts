import { DomainError } from '@course-grading/domain'
import { createKeyedSemaphore, createSemaphore } from '@course-grading/semaphore'

/** Each reads four files at a time, and holds up to 25 MiB until its reader has them. */
const contentsAtOnce = 4
/** One, so that nobody keeps the others waiting. */
const maxPerPerson = 1
/** How long a request waits for those before it, in milliseconds. */
const slotWaitMs = 10_000
/** Seconds. */
const retryAfterS = 5

export interface ContentSlots {
  /**
   * Waits for a slot for a content that somebody reads, until the signal fires; the function that is returned gives it back.
   * @throws DomainError overloaded, where too many wait or none comes in time
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
      // The person's own slot is taken first, so that a request that waits for it holds none of the slots of all.
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
