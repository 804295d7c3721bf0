/** Refreshes that no request waits for. Each ends at its deadline, and all end with the process. */
export interface BackgroundRefreshes {
  /** Does nothing while a refresh of the course is under way, or has just failed, since the platform may be in trouble. Never rejects. */
  start(courseId: number, refresh: (signal: AbortSignal) => Promise<boolean>): void
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
