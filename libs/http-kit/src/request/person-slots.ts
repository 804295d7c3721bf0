import { createKeyedSemaphore } from '@course-grading/concurrency'
import { HttpError } from '../errors/http-error.ts'

export interface PersonLimits {
  readonly inFlight: number
  /** How many more requests wait until one ends; any further one is rejected at once. */
  readonly waiting: number
  readonly waitMs: number
}

/** Returns the function that releases the slot. @throws HttpError overloaded */
export type TakePersonSlot = (userId: number) => Promise<() => void>

/** Keeps one person from holding all requests that this process has at work. */
export function createPersonSlots({ inFlight, waiting, waitMs }: PersonLimits): TakePersonSlot {
  const ofPerson = createKeyedSemaphore<number>({ slots: inFlight, queueLimit: waiting })
  return async (userId) => {
    if ((await ofPerson.acquire(userId, { waitMs })) !== 'acquired')
      throw new HttpError('overloaded', { retryAfterS: 1 })
    return () => ofPerson.release(userId)
  }
}
