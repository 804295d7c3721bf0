import { createSemaphore, type Semaphore } from '@course-grading/concurrency'
import { DomainError } from '@course-grading/domain/errors/domain-error'

/** Resolves to the function that releases the slot. @throws DomainError overloaded, if too many wait or none becomes free in time */
type TakeTurn = (signal: AbortSignal | undefined) => Promise<() => void>

/** Where tokens wait to be looked up at sign-in, so that a room full of people who come at once all come in. */
export interface SignInLanes {
  readonly known: TakeTurn
  readonly unknown: TakeTurn
}

const waitMs = 5_000

/**
 * At most as many are looked up at once as the client of the platform has slots for (of 32 in all): its own queue is short. Two of those
 * for known tokens stay free for the roles of people who work. Of the 64 sign-ins that may be under way, 4 never are of unknown tokens.
 */
export function createSignInLanes(): SignInLanes {
  const lane = (turns: Semaphore): TakeTurn => {
    return async (signal) => {
      const acquisition = await turns.acquire({ waitMs, ...(signal && { signal }) })
      if (acquisition !== 'acquired') throw new DomainError('overloaded', { retryAfterS: 1 })
      return () => turns.release()
    }
  }
  return { known: lane(createSemaphore({ slots: 6 })), unknown: lane(createSemaphore({ slots: 4, queueLimit: 56 })) }
}
