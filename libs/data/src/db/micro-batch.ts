interface Waiter<Value> {
  readonly resolve: (value: Value | null) => void
  readonly reject: (error: unknown) => void
}

const maxQueriesInFlight = 2
const maxKeysPerQuery = 64
/** A query that runs longer than this is stuck rather than busy: it no longer holds others back, and the pool's limits end it. */
const stuckAfterMs = 250

/** One query for the keys of two event loop turns, two at a time, not in transactions; see decisions/stored-text-and-batched-reads.md. */
export function createMicroBatch<Key extends string | number, Value>(
  find: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | null> {
  let waiting = new Map<Key, Waiter<Value>[]>()
  let inFlight = 0
  let scheduled = false

  function schedule(): void {
    if (scheduled || inFlight >= maxQueriesInFlight || waiting.size === 0) return
    scheduled = true
    // Two turns of the event loop, since a client that had its reply in the first sends its next request in the second.
    setImmediate(() =>
      setImmediate(() => {
        scheduled = false
        void runBatch()
        schedule()
      }),
    )
  }

  async function runBatch(): Promise<void> {
    // Two new maps rather than one that is emptied: an emptied map keeps its old entries reachable until a full collection.
    const batch = new Map(waiting.entries().take(maxKeysPerQuery))
    waiting = new Map(waiting.entries().drop(maxKeysPerQuery))
    inFlight += 1
    let counted = true
    const stopCounting = (): void => {
      if (!counted) return
      counted = false
      inFlight -= 1
      schedule()
    }
    const stuck = setTimeout(stopCounting, stuckAfterMs)
    try {
      const found = await find([...batch.keys()])
      for (const [key, waiters] of batch) {
        for (const waiter of waiters) waiter.resolve(found.get(key) ?? null)
      }
    } catch (error) {
      for (const waiter of [...batch.values()].flat()) waiter.reject(error)
    } finally {
      clearTimeout(stuck)
      stopCounting()
    }
  }

  return (key) => {
    const { promise, resolve, reject } = Promise.withResolvers<Value | null>()
    const waiters = waiting.get(key)
    if (waiters === undefined) waiting.set(key, [{ resolve, reject }])
    else waiters.push({ resolve, reject })
    schedule()
    return promise
  }
}
