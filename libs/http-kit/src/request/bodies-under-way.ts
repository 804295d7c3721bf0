import type { IncomingMessage } from 'node:http'
import { createKeyedSemaphore, createSemaphore } from '@course-grading/semaphore'
import { lingerAfterReply } from '../server/linger.ts'
import { HttpError } from '../reply/http-error.ts'

export interface BodiesUnderWayOptions {
  /** Max bodies of one user at the same time. */
  readonly maxOfOne?: number
  /**
   * Max bodies of everybody: half of the requests that may be at work, so that the other half is left for clients that send
   * quickly.
   */
  readonly maxInAll?: number
}

/** The requests whose body is awaited. */
export interface BodiesUnderWay {
  /**
   * Reads a body within the limits. A body that has arrived completely needs no slot and does not count.
   * @throws HttpError overloaded, and then nothing was read
   */
  readonly read: <Value>(req: IncomingMessage, userId: number | undefined, read: () => Promise<Value>) => Promise<Value>
}

/**
 * A request counts among those at work while its body comes in, and its client decides how long that takes, up to the time
 * limit of a whole request. Without limits of their own, slow bodies of one user would keep everybody out.
 * Defaults: 16 of one user, 128 in all. Callers without a user are services, which hold a secret: they count in all only.
 */
export function createBodiesUnderWay({ maxOfOne = 16, maxInAll = 128 }: BodiesUnderWayOptions = {}): BodiesUnderWay {
  const inAll = createSemaphore({ slots: maxInAll })
  const ofOne = createKeyedSemaphore<number>({ slots: maxOfOne })

  function enter(userId: number | undefined): boolean {
    if (!inAll.tryAcquire()) return false
    if (userId === undefined || ofOne.tryAcquire(userId)) return true
    inAll.release()
    return false
  }

  function leave(userId: number | undefined): void {
    inAll.release()
    if (userId !== undefined) ofOne.release(userId)
  }

  return {
    async read(req, userId, read) {
      if (req.complete) return read()
      if (!enter(userId)) {
        lingerAfterReply(req)
        throw new HttpError('overloaded', { retryAfterS: 1, closeConnection: true })
      }
      try {
        return await read()
      } finally {
        leave(userId)
      }
    },
  }
}
