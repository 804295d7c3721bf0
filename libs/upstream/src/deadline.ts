/** The time limit of one call: one signal that ends waiting, connecting, the headers and the body alike. */
export interface Deadline {
  readonly signal: AbortSignal
  /** Why the signal fired; 'timeout' before it did. */
  readonly reason: () => 'timeout' | 'aborted'
  readonly elapsedMs: () => number
  /** Ends the timer and lets go of the caller's signal, so that nothing of the call outlives it. */
  readonly end: () => void
}

/** `caller` is the caller's own signal: the earlier of the two ends the call. */
export function startDeadline(timeoutMs: number, caller?: AbortSignal): Deadline {
  const startedAt = performance.now()
  const controller = new AbortController()
  let reason: 'timeout' | 'aborted' = 'timeout'
  const timer = setTimeout(() => controller.abort(), timeoutMs)
  const giveUp = (): void => {
    if (!controller.signal.aborted) reason = 'aborted'
    controller.abort()
  }
  if (caller?.aborted) giveUp()
  else caller?.addEventListener('abort', giveUp, { once: true })
  return {
    signal: controller.signal,
    reason: () => reason,
    elapsedMs: () => performance.now() - startedAt,
    end: () => {
      clearTimeout(timer)
      caller?.removeEventListener('abort', giveUp)
    },
  }
}
