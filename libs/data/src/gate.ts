import { DomainError } from '@course-grading/domain'

interface Waiter {
  readonly enter: () => void
}

export interface GateOptions {
  /** How many may be inside at once. */
  readonly places: number
  /** How many may wait for a place; one more is refused at once. */
  readonly queueLimit: number
  readonly waitMs: number
  /** Told how long each admitted caller waited. */
  readonly onEnter?: (seconds: number) => void
}

/**
 * Counts callers in front of the pool, whose own queue has neither a length nor a time limit. Refuses with `overloaded`.
 * First come, first served.
 */
export class Gate {
  readonly #options: GateOptions
  readonly #waiters = new Set<Waiter>()
  #inside = 0

  constructor(options: GateOptions) {
    this.#options = options
  }

  get waiting(): number {
    return this.#waiters.size
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    const asked = performance.now()
    if (this.#inside < this.#options.places) this.#inside += 1
    else await this.#wait()
    this.#options.onEnter?.((performance.now() - asked) / 1000)
    try {
      return await work()
    } finally {
      this.#leave()
    }
  }

  async #wait(): Promise<void> {
    if (this.#waiters.size >= this.#options.queueLimit) throw new DomainError('overloaded', { retryAfterS: 1 })
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiter: Waiter = {
      enter: () => {
        clearTimeout(timer)
        resolve()
      },
    }
    const timer = setTimeout(() => {
      this.#waiters.delete(waiter)
      reject(new DomainError('overloaded', { retryAfterS: 1 }))
    }, this.#options.waitMs)
    this.#waiters.add(waiter)
    await promise
  }

  /** Hands the place on, so that nobody who comes later can slip in between. */
  #leave(): void {
    const [next] = this.#waiters
    if (next === undefined) {
      this.#inside -= 1
      return
    }
    this.#waiters.delete(next)
    next.enter()
  }
}
