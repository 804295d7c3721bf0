import { createKeyedSemaphore } from '@course-grading/concurrency'
import { HttpError } from '../errors/http-error.ts'

export interface PersonLimits {
  readonly inFlight: number
  /** How many more requests wait until one ends; any further one is rejected at once. */
  readonly waiting: number
  readonly waitMs: number
}

/** Returns the function that releases the slot. @throws HttpError overloaded */
export type TakePersonSlot<Person = number> = (person: Person) => Promise<() => void>

/** Keeps one person, or whatever else the key names, from holding all requests that this process has at work. */
export function createPersonSlots<Person = number>({
  inFlight,
  waiting,
  waitMs,
}: PersonLimits): TakePersonSlot<Person> {
  const ofPerson = createKeyedSemaphore<Person>({ slots: inFlight, queueLimit: waiting })
  return async (person) => {
    if ((await ofPerson.acquire(person, { waitMs })) !== 'acquired')
      throw new HttpError('overloaded', { retryAfterS: 1 })
    return () => ofPerson.release(person)
  }
}
