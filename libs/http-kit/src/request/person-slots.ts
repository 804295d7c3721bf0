import { createKeyedSemaphore } from '@course-grading/concurrency'
import { HttpError } from '../errors/http-error.ts'

export interface PersonLimits {
  readonly inFlight: number
  /** How many more wait for one of these to end; one more is rejected at once. */
  readonly waiting: number
  readonly waitMs: number
}

/** Returns the function that releases the slot. @throws HttpError overloaded, if too many requests of the person are in flight */
export type TakePersonSlot = (userId: number) => Promise<() => void>

/** Makes the slots of this process. They keep one person from holding all requests that it has at work. */
export function createPersonSlots({ inFlight, waiting, waitMs }: PersonLimits): TakePersonSlot {
  const ofPerson = createKeyedSemaphore<number>({ slots: inFlight, queueLimit: waiting })
  return async (userId) => {
    if ((await ofPerson.acquire(userId, { waitMs })) !== 'acquired')
      throw new HttpError('overloaded', { retryAfterS: 1 })
    return () => ofPerson.release(userId)
  }
}
