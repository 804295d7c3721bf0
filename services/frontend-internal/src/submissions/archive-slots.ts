import { DomainError } from '@course-grading/domain/errors'
import { createKeyedSemaphore, createSemaphore } from '@course-grading/semaphore'

/** How many archives of whole exercises one person, and all people together, may read at the same time in this process. */
const maxPerPerson = 2
const maxInProcess = 8
/** Seconds; an archive takes minutes. */
const retryAfterS = 30

/**
 * Takes a slot for an archive that a user reads, and returns the function that gives it back.
 * @throws DomainError overloaded, if all slots are taken
 */
export type TakeArchiveSlot = (userId: number) => () => void

/** Makes the slots of this process. A request does not wait for a slot: it is rejected if all are taken. */
export function createArchiveSlots(): TakeArchiveSlot {
  const ofPerson = createKeyedSemaphore<number>({ slots: maxPerPerson, queueLimit: 0 })
  const all = createSemaphore({ slots: maxInProcess, queueLimit: 0 })
  return (userId) => {
    if (!ofPerson.tryAcquire(userId)) throw new DomainError('overloaded', { retryAfterS })
    if (!all.tryAcquire()) {
      ofPerson.release(userId)
      throw new DomainError('overloaded', { retryAfterS })
    }
    return () => {
      all.release()
      ofPerson.release(userId)
    }
  }
}
