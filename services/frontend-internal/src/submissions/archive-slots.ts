import { DomainError } from '@course-grading/domain'
import { createKeyedSemaphore, createSemaphore } from '@course-grading/semaphore'

/** Archives of whole exercises at the same time: of one person, and of all, in this process. */
const perPerson = 2
const ofAll = 8
/** Seconds; an archive takes minutes. */
const retryAfterS = 30

/** Takes a slot for an archive of somebody, and gives it back with the function that is returned. */
export type TakeArchiveSlot = (userId: number) => () => void

/** @throws DomainError overloaded, from the function that is returned, where all slots are taken */
export function createArchiveSlots(): TakeArchiveSlot {
  const ofPerson = createKeyedSemaphore<number>({ slots: perPerson, queueLimit: 0 })
  const all = createSemaphore({ slots: ofAll, queueLimit: 0 })
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
