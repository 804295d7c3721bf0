import { DomainError } from '@course-grading/domain'
import { createKeyedSemaphore } from '@course-grading/semaphore'

/** Files and archives of single submissions that one person reads at the same time, in this process. */
const maxPerPerson = 2
/** Seconds; most files take less. */
const retryAfterS = 5

/**
 * Takes a slot for a file or an archive that a user reads, and returns the function that gives it back.
 * @throws DomainError overloaded, if all slots of the user are taken
 */
export type TakeStreamSlot = (userId: number) => () => void

/** Makes the slots of this process. They keep one person from using up all calls to the learning platform. */
export function createStreamSlots(): TakeStreamSlot {
  const ofPerson = createKeyedSemaphore<number>({ slots: maxPerPerson, queueLimit: 0 })
  return (userId) => {
    if (!ofPerson.tryAcquire(userId)) throw new DomainError('overloaded', { retryAfterS })
    return () => ofPerson.release(userId)
  }
}
