import type { IncomingMessage } from 'node:http'
import { createKeyedSemaphore, createSemaphore } from '@course-grading/concurrency'
import { lingerAfterReply } from '../server/linger.ts'
import { HttpError } from '../errors/http-error.ts'

interface BodySlotsOptions {
  readonly maxPerUser?: number
  /** Max bodies in all: half of the requests that may be at work, so that the other half is left for clients that send quickly. */
  readonly maxTotal?: number
}

/** Limits the requests whose body has not arrived completely. */
export interface BodySlots {
  /** A body that has arrived needs no slot. Nothing is read before a slot is free. @throws HttpError overloaded */
  readonly read: <Value>(req: IncomingMessage, userId: number | undefined, read: () => Promise<Value>) => Promise<Value>
}

/** A client decides how long its body takes: without limits, one user's bodies would keep everybody out. A service has only `maxTotal`. */
export function createBodySlots({ maxPerUser = 16, maxTotal = 128 }: BodySlotsOptions = {}): BodySlots {
  const inAll = createSemaphore({ slots: maxTotal })
  const ofOne = createKeyedSemaphore<number>({ slots: maxPerUser })

  function acquire(userId: number | undefined): boolean {
    if (!inAll.tryAcquire()) return false
    if (userId === undefined || ofOne.tryAcquire(userId)) return true
    inAll.release()
    return false
  }

  function release(userId: number | undefined): void {
    inAll.release()
    if (userId !== undefined) ofOne.release(userId)
  }

  return {
    async read(req, userId, read) {
      if (req.complete) return read()
      if (!acquire(userId)) {
        lingerAfterReply(req)
        throw new HttpError('overloaded', { retryAfterS: 1, closeConnection: true })
      }
      try {
        return await read()
      } finally {
        release(userId)
      }
    },
  }
}
