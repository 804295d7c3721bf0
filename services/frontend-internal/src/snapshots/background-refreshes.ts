/** Refreshes that no request waits for. Each ends at its deadline, and all end with the process. */
export interface BackgroundRefreshes {
  /**
   * Starts a refresh of a course, unless this process has one under way or one that has just failed. Otherwise each reader would
   * make a learning platform that is in trouble send the whole course again. `refresh` never rejects; it returns whether it
   * succeeded.
   */
  start(courseId: number, refresh: (signal: AbortSignal) => Promise<boolean>): void
  /** Aborts all and waits until they have ended. */
  close(): Promise<void>
}

export function createBackgroundRefreshes(limitMs: number, pauseAfterFailureMs = 60_000): BackgroundRefreshes {
  const closing = new AbortController()
  const underWay = new Map<number, Promise<void>>()
  const pausedUntil = new Map<number, number>()
  return {
    start(courseId, refresh) {
      if (underWay.has(courseId) || closing.signal.aborted || performance.now() < (pausedUntil.get(courseId) ?? 0))
        return
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(limitMs)])
      underWay.set(
        courseId,
        refresh(signal).then((succeeded) => {
          underWay.delete(courseId)
          if (succeeded) pausedUntil.delete(courseId)
          else pausedUntil.set(courseId, performance.now() + pauseAfterFailureMs)
        }),
      )
    },
    async close() {
      closing.abort()
      await Promise.allSettled(underWay.values())
    },
  }
}
