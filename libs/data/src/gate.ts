import { DomainError } from '@course-grading/domain'

export interface GateLimits {
  /** Callers inside at most. */
  readonly places: number
  /** Callers that may wait for a place; one more is refused at once. */
  readonly queueLimit: number
  readonly queueWaitMs: number
}

export interface Gate {
  /** Waits for a place, first come, first served, and holds it while `work` runs. Throws `overloaded` when none comes in time. */
  run<T>(work: () => Promise<T>): Promise<T>
  /** How many wait for a place. */
  waiting(): number
}

/**
 * Counts callers in front of the pool, whose own queue has neither a length nor a time limit. `onEnter` is told how long
 * each admitted caller waited.
 * The bulkhead before A+ (libs/upstream) queues in the same way, and moreover lets go of callers who gave up. They do not
 * share it: the twenty lines in common are less than a library between the two would take.
 */
export function createGate(limits: GateLimits, onEnter: (seconds: number) => void = () => {}): Gate {
  // An array: a set that much comes into and goes out of keeps what it held reachable, by way of its older tables, until
  // the whole heap is collected, which costs more than everything else here.
  const waiting: (() => void)[] = []
  let inside = 0

  async function enter(): Promise<void> {
    if (inside < limits.places) {
      inside += 1
      return
    }
    if (waiting.length >= limits.queueLimit) throw new DomainError('overloaded', { retryAfterS: 1 })
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const proceed = (): void => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(proceed), 1)
      reject(new DomainError('overloaded', { retryAfterS: 1 }))
    }, limits.queueWaitMs)
    waiting.push(proceed)
    await promise
  }

  function leave(): void {
    const next = waiting.shift()
    if (next === undefined) inside -= 1
    else next() // the place goes from hand to hand, so a newcomer cannot overtake the queue
  }

  return {
    run: async (work) => {
      const asked = performance.now()
      await enter()
      try {
        onEnter((performance.now() - asked) / 1000)
        return await work()
      } finally {
        leave()
      }
    },
    waiting: () => waiting.length,
  }
}
