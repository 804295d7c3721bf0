/** The time limit of one call. `signal` ends waiting, connecting, the headers and the body alike. */
export interface Deadline {
  readonly signal: AbortSignal
  /** Why `signal` fired; 'timeout' before it has. */
  readonly reason: () => 'timeout' | 'aborted'
  readonly elapsedMs: () => number
  /** Starts the time limit again from now, whatever time was left. */
  readonly restart: (timeoutMs: number) => void
  /** Stops the timer until the next `restart`; the caller's signal still ends the call. */
  readonly pause: () => void
  /** Also removes the listener from the caller's signal, so that nothing of the call outlives it. */
  readonly end: () => void
}

/** The earlier of the limit and `caller`, the caller's own signal, ends the call. Null is no limit until `restart` sets one. */
export function startDeadline(timeoutMs: number | null, caller?: AbortSignal): Deadline {
  const startedAt = performance.now()
  const controller = new AbortController()
  let reason: 'timeout' | 'aborted' = 'timeout'
  let timer: NodeJS.Timeout | undefined
  const pause = (): void => clearTimeout(timer)
  const restart = (limitMs: number): void => {
    pause()
    timer = setTimeout(() => controller.abort(), Math.max(0, limitMs))
  }
  const giveUp = (): void => {
    if (!controller.signal.aborted) reason = 'aborted'
    controller.abort()
  }
  if (timeoutMs !== null) restart(timeoutMs)
  if (caller?.aborted) giveUp()
  else caller?.addEventListener('abort', giveUp)
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
