/** The time limit of one call. `signal` ends the wait for a connection, the headers and the body alike. */
export interface Deadline {
  readonly signal: AbortSignal
  /** Why `signal` fired; 'timeout' before it has. */
  readonly reason: () => 'timeout' | 'aborted'
  /** Sets the time limit from now on, whatever time was left; null for no limit. */
  readonly extend: (limitMs: number | null) => void
  /** Ends the timer and removes the listener from the caller's signal, so that nothing of the call outlives it. */
  readonly end: () => void
}

export function startDeadline(limitMs: number, caller?: AbortSignal): Deadline {
  const controller = new AbortController()
  let reason: 'timeout' | 'aborted' = 'timeout'
  const pass = (): void => controller.abort()
  let timer = setTimeout(pass, limitMs)
  const giveUp = (): void => {
    if (!controller.signal.aborted) reason = 'aborted'
    controller.abort()
  }
  if (caller?.aborted) giveUp()
  else caller?.addEventListener('abort', giveUp, { once: true })
  return {
    signal: controller.signal,
    reason: () => reason,
    extend: (nextMs) => {
      clearTimeout(timer)
      if (nextMs !== null) timer = setTimeout(pass, nextMs)
    },
    end: () => {
      clearTimeout(timer)
      caller?.removeEventListener('abort', giveUp)
    },
  }
}
