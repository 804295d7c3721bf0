import { DomainError } from '@course-grading/domain'
import { createKeyedSemaphore } from '@course-grading/semaphore'

/** Files and archives of single submissions that one person reads at the same time, in this process. */
const perPerson = 2
/** Seconds; most files take less. */
const retryAfterS = 5

/** Takes a slot for a file or an archive that somebody reads, and gives it back with the function that is returned. */
export type TakeStreamSlot = (userId: number) => () => void

/** So that nobody holds all calls of the learning platform. @throws DomainError overloaded, where all slots of somebody are taken */
export function createStreamSlots(): TakeStreamSlot {
  const ofPerson = createKeyedSemaphore<number>({ slots: perPerson, queueLimit: 0 })
  return (userId) => {
    if (!ofPerson.tryAcquire(userId)) throw new DomainError('overloaded', { retryAfterS })
    return () => ofPerson.release(userId)
  }
}
