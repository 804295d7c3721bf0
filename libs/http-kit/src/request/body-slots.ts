import type { IncomingMessage } from 'node:http'
import { createKeyedSemaphore, createSemaphore } from '@course-grading/concurrency'
import { lingerAfterReply } from '../server/linger.ts'
import { HttpError } from '../errors/http-error.ts'

interface BodySlotsOptions {
  readonly maxPerCaller?: number
  /** How many more bodies of a caller wait, for `waitMs`, until one has arrived; by default none. */
  readonly waiting?: number
  readonly waitMs?: number
  /** Max bodies in all: half of the requests that may be at work, so that the other half is left for clients that send quickly. */
  readonly maxTotal?: number
}

export interface BodySlots<Caller> {
  /** A body that has arrived needs no slot. Nothing is read before a slot is free. @throws HttpError overloaded */
  readonly read: <Value>(req: IncomingMessage, caller: Caller | undefined, read: () => Promise<Value>) => Promise<Value>
}

/** A client decides how long its body takes: without limits, one caller's bodies would keep everybody out. A service has only `maxTotal`. */
export function createBodySlots<Caller = number>({
  maxPerCaller = 16,
  waiting = 0,
  waitMs = 0,
  maxTotal = 128,
}: BodySlotsOptions = {}): BodySlots<Caller> {
  const inAll = createSemaphore({ slots: maxTotal })
  const ofOne = createKeyedSemaphore<Caller>({ slots: maxPerCaller, queueLimit: waiting })

  async function acquire(caller: Caller | undefined): Promise<boolean> {
    if (caller !== undefined && (await ofOne.acquire(caller, { waitMs })) !== 'acquired') return false
    if (inAll.tryAcquire()) return true
    if (caller !== undefined) ofOne.release(caller)
    return false
  }

  function release(caller: Caller | undefined): void {
    inAll.release()
    if (caller !== undefined) ofOne.release(caller)
  }

  return {
    async read(req, caller, read) {
      if (req.complete) return read()
      if (!(await acquire(caller))) {
        lingerAfterReply(req)
        throw new HttpError('overloaded', { retryAfterS: 1, closeConnection: true })
      }
      try {
        return await read()
      } finally {
        release(caller)
      }
    },
  }
}
