// Own, because the well-kept library (cockatiel 4) bounds how many wait, but not for how long, and a waiting call does
// not notice its abort signal before its turn comes.
import { UpstreamError } from '../errors.ts'

export interface BulkheadLimits {
  /** Calls in flight at most. */
  readonly places: number
  /** Calls that may wait for a place; one more is refused at once. */
  readonly queueLimit: number
  readonly queueWaitMs: number
}

export interface Bulkhead {
  /**
   * Waits for a place, first come, first served, and holds it while `work` runs. Throws `bulkhead_full` when none comes in
   * time, and `onAbort()` when the signal fires while it waits.
   */
  readonly run: <T>(signal: AbortSignal, onAbort: () => UpstreamError, work: () => Promise<T>) => Promise<T>
}

/**
 * Bounds the calls in flight. The gate before the database (libs/data) queues in the same way, without a signal. They do
 * not share it: the twenty lines in common are less than a library between the two would take.
 */
export function createBulkhead(limits: BulkheadLimits): Bulkhead {
  const waiting = new Set<() => void>()
  let inside = 0

  async function enter(signal: AbortSignal, onAbort: () => UpstreamError): Promise<void> {
    if (signal.aborted) throw onAbort()
    if (inside < limits.places) {
      inside += 1
      return
    }
    if (waiting.size >= limits.queueLimit) throw fullError()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const stopWaiting = (): void => {
      waiting.delete(proceed)
      clearTimeout(timer)
      signal.removeEventListener('abort', giveUp)
    }
    const proceed = (): void => {
      stopWaiting()
      resolve()
    }
    const giveUp = (): void => {
      stopWaiting()
      reject(onAbort())
    }
    const timer = setTimeout(() => {
      stopWaiting()
      reject(fullError())
    }, limits.queueWaitMs)
    signal.addEventListener('abort', giveUp, { once: true })
    waiting.add(proceed)
    await promise
  }

  function leave(): void {
    const [next] = waiting
    if (next === undefined) inside -= 1
    else next() // the place goes from hand to hand, so a newcomer cannot overtake the queue
  }

  return {
    run: async (signal, onAbort, work) => {
      await enter(signal, onAbort)
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}

function fullError(): UpstreamError {
  return new UpstreamError('bulkhead_full', { retryAfterS: 1 })
}
