import { createSemaphore, type Acquisition, type Semaphore, type SemaphoreLimits, type Wait } from './semaphore.ts'

/** A semaphore for each key, all with the same limits. A key without a slot in use is forgotten. */
interface KeyedSemaphore<Key> {
  tryAcquire(key: Key): boolean
  acquire(key: Key, wait: Wait): Promise<Acquisition>
  release(key: Key): void
  fullKeys(): Key[]
}

export function createKeyedSemaphore<Key>(limits: SemaphoreLimits): KeyedSemaphore<Key> {
  const semaphores = new Map<Key, Semaphore>()

  function semaphoreOf(key: Key): Semaphore {
    const semaphore = semaphores.get(key) ?? createSemaphore(limits)
    semaphores.set(key, semaphore)
    return semaphore
  }

  function forgetUnused(key: Key): void {
    if (semaphores.get(key)?.inUse() === 0) semaphores.delete(key)
  }

  return {
    tryAcquire(key) {
      const isAcquired = semaphoreOf(key).tryAcquire()
      forgetUnused(key)
      return isAcquired
    },
    async acquire(key, wait) {
      const acquisition = await semaphoreOf(key).acquire(wait)
      forgetUnused(key)
      return acquisition
    },
    release(key) {
      semaphoreOf(key).release()
      forgetUnused(key)
    },
    fullKeys: () => [...semaphores].filter(([, semaphore]) => semaphore.inUse() >= limits.slots).map(([key]) => key),
  }
}
