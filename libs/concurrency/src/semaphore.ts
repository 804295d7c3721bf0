export interface SemaphoreLimits {
  readonly slots: number
  /** How many callers may wait for a slot; by default any number. */
  readonly queueLimit?: number
}

export interface Wait {
  readonly waitMs: number
  readonly signal?: AbortSignal
}

/** The outcome of a request for a slot. Only after `acquired` is there a slot to release. */
export type Acquisition = 'acquired' | 'queue_full' | 'timed_out' | 'aborted'

export interface Semaphore {
  tryAcquire(): boolean
  /** Waits for a slot, first come, first served; never rejects. */
  acquire(wait: Wait): Promise<Acquisition>
  release(): void
  inUse(): number
  waiting(): number
}

export function createSemaphore({ slots, queueLimit = Infinity }: SemaphoreLimits): Semaphore {
  // An array: a set that changes often keeps members reachable through old tables until a full collection, which costs most here.
  const queue: (() => void)[] = []
  let inUse = 0

  function tryAcquire(): boolean {
    if (inUse >= slots) return false
    inUse += 1
    return true
  }

  function enqueue({ waitMs, signal }: Wait): Promise<Acquisition> {
    const { promise, resolve } = Promise.withResolvers<Acquisition>()
    const settle = (acquisition: Acquisition): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', onAbort)
      resolve(acquisition)
    }
    const takeOver = (): void => settle('acquired')
    const leave = (acquisition: Acquisition): void => {
      queue.splice(queue.indexOf(takeOver), 1)
      settle(acquisition)
    }
    const onAbort = (): void => leave('aborted')
    const timer = setTimeout(leave, waitMs, 'timed_out')
    signal?.addEventListener('abort', onAbort)
    queue.push(takeOver)
    return promise
  }

  return {
    tryAcquire,
    acquire(wait) {
      if (wait.signal?.aborted === true) return Promise.resolve('aborted')
      if (tryAcquire()) return Promise.resolve('acquired')
      return queue.length < queueLimit ? enqueue(wait) : Promise.resolve('queue_full')
    },
    release() {
      if (inUse === 0) throw new Error('A slot was released that nobody held.')
      const next = queue.shift()
      // The slot is handed over without becoming free, so that a newcomer cannot overtake the queue.
      if (next === undefined) inUse -= 1
      else next()
    },
    inUse: () => inUse,
    waiting: () => queue.length,
  }
}
