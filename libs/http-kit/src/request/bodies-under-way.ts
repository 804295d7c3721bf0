import type { IncomingMessage } from 'node:http'
import { lingerAfterReply } from '../server/linger.ts'
import { HttpError } from '../reply/http-error.ts'

export interface BodiesUnderWayOptions {
  /** Of one person at one time. */
  readonly maxOfOne?: number
  /** Of everybody: half of the requests that may be at work, so that the other half is there for whoever sends quickly. */
  readonly maxInAll?: number
}

/** The requests whose body is awaited. */
export interface BodiesUnderWay {
  /**
   * Reads a body within the limits. One that is here already is no burden and does not count.
   * @throws HttpError overloaded, and then nothing was read
   */
  readonly read: <Value>(req: IncomingMessage, userId: number | undefined, read: () => Promise<Value>) => Promise<Value>
}

/**
 * A request holds its place among those at work while its body comes in, for as long as its client likes, up to the
 * limit of a whole request. Without limits of their own, slow bodies of one person would keep everybody out.
 * Defaults: 16 of one person, 128 in all. Callers without a user are services, which hold a secret: they count in all only.
 */
export function createBodiesUnderWay({ maxOfOne = 16, maxInAll = 128 }: BodiesUnderWayOptions = {}): BodiesUnderWay {
  const underWayOf = new Map<number, number>()
  let inAll = 0

  function enter(userId: number | undefined): boolean {
    const ofOne = userId === undefined ? 0 : (underWayOf.get(userId) ?? 0)
    if (inAll >= maxInAll || ofOne >= maxOfOne) return false
    inAll += 1
    if (userId !== undefined) underWayOf.set(userId, ofOne + 1)
    return true
  }

  function leave(userId: number | undefined): void {
    inAll -= 1
    if (userId === undefined) return
    const left = (underWayOf.get(userId) ?? 1) - 1
    if (left === 0) underWayOf.delete(userId)
    else underWayOf.set(userId, left)
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
