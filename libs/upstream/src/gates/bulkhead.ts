// Own, because the well-kept library (cockatiel 4) bounds how many wait, but not for how long, and a waiting call does
// not notice its abort signal before its turn comes.
import { UpstreamError } from '../errors.ts'

export interface BulkheadLimits {
  /** Calls in flight at most. */
  readonly concurrency: number
  /** Calls that may wait for their turn … */
  readonly queueLimit: number
  /** … and for how long at most. */
  readonly queueWaitMs: number
}

export interface Bulkhead {
  /**
   * Waits for a place, first come, first served, and gives the function that frees it. Throws `bulkhead_full` when no
   * place comes in time, and `onAbort()` when the signal fires first.
   */
  readonly acquire: (signal: AbortSignal, onAbort: () => UpstreamError) => Promise<() => void>
}

export const createBulkhead = (limits: BulkheadLimits): Bulkhead => {
  const waiting = new Set<() => void>()
  let inFlight = 0

  const release = (): void => {
    const [next] = waiting
    if (next === undefined) inFlight -= 1
    else next() // the place goes from hand to hand, so a newcomer cannot overtake the queue
  }
  const fullError = (): UpstreamError => new UpstreamError('bulkhead_full', { retryAfterS: 1 })

  return {
    acquire: async (signal, onAbort) => {
      if (signal.aborted) throw onAbort()
      if (inFlight < limits.concurrency) {
        inFlight += 1
        return release
      }
      if (waiting.size >= limits.queueLimit) throw fullError()
      await new Promise<void>((resolve, reject) => {
        const leave = (): void => {
          waiting.delete(proceed)
          clearTimeout(timer)
          signal.removeEventListener('abort', abort)
        }
        const proceed = (): void => {
          leave()
          resolve()
        }
        const abort = (): void => {
          leave()
          reject(onAbort())
        }
        const timer = setTimeout(() => {
          leave()
          reject(fullError())
        }, limits.queueWaitMs)
        signal.addEventListener('abort', abort, { once: true })
        waiting.add(proceed)
      })
      return release
    },
  }
}
