import { createKeyedSemaphore, type Wait } from '@course-grading/concurrency'
import { CallbackError } from '../../callback/callback-error.ts'

export interface OriginSlots {
  /** Origins without a free slot: work for them would only wait here, and other workers could do it. */
  readonly full: () => readonly string[]
  /** Returns the function that releases the slot. @throws CallbackError stopped, if none became free in time, or on the signal */
  readonly take: (origin: string, wait: Wait) => Promise<() => void>
}

/** At most `slots` deliveries at the same time for each origin, first come, first served. */
export function createOriginSlots(slots: number): OriginSlots {
  const semaphore = createKeyedSemaphore<string>({ slots })
  return {
    full: () => semaphore.fullKeys(),
    async take(origin, wait) {
      if ((await semaphore.acquire(origin, wait)) !== 'acquired') throw new CallbackError('stopped')
      let isHeld = true
      return () => {
        if (isHeld) semaphore.release(origin)
        isHeld = false
      }
    },
  }
}
