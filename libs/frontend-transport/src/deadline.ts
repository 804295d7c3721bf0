/** One signal that ends waiting for a connection, the headers and the body alike. */
export interface Deadline {
  readonly signal: AbortSignal
  /** 'timeout' before it fired. */
  readonly reason: () => 'timeout' | 'aborted'
  /** From now on, whatever time was left; null for no limit. */
  readonly extend: (limitMs: number | null) => void
  /** Lets go of the caller's signal too, so that nothing of the call outlives it. */
  readonly end: () => void
}

/** The earlier of the limit and the caller's own signal ends the call. */
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
