/** The time limit of one call: one signal that ends waiting, connecting, the headers and the body alike. */
export interface Deadline {
  readonly signal: AbortSignal
  /** Why the signal fired; 'timeout' before it did. */
  readonly reason: () => 'timeout' | 'aborted'
  readonly elapsedMs: () => number
  /** Counts from now again, in place of what was left. */
  readonly restart: (timeoutMs: number) => void
  /** Stops the timer until the next `restart`; the caller's signal still ends the call. */
  readonly pause: () => void
  /** Ends the timer and lets go of the caller's signal, so that nothing of the call outlives it. */
  readonly end: () => void
}

/**
 * `caller` is the caller's own signal: the earlier of the two ends the call. A limit of null is none, until `restart` sets
 * one.
 */
export function startDeadline(timeoutMs: number | null, caller?: AbortSignal): Deadline {
  const startedAt = performance.now()
  const controller = new AbortController()
  let reason: 'timeout' | 'aborted' = 'timeout'
  let timer: NodeJS.Timeout | undefined
  const pause = (): void => clearTimeout(timer)
  const restart = (limitMs: number): void => {
    pause()
    timer = setTimeout(() => controller.abort(), limitMs)
  }
  const giveUp = (): void => {
    if (!controller.signal.aborted) reason = 'aborted'
    controller.abort()
  }
  if (timeoutMs !== null) restart(timeoutMs)
  if (caller?.aborted) giveUp()
  else caller?.addEventListener('abort', giveUp, { once: true })
  return {
    signal: controller.signal,
    reason: () => reason,
    elapsedMs: () => performance.now() - startedAt,
    restart,
    pause,
    end: () => {
      pause()
      caller?.removeEventListener('abort', giveUp)
    },
  }
}
