/** Ctrl-C, an ordinary kill, and the end of the terminal. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const parentCheckMs = 500

interface StopRequest {
  /** Aborted when somebody wants the start to stop. */
  readonly signal: AbortSignal
  release(): void
}

/**
 * Listens for signals, and under npm for the end of npm, which ends no other process by itself. `insist` runs on every
 * further signal.
 */
export function stopRequest(env: Readonly<Record<string, string | undefined>>, insist: () => void): StopRequest {
  const controller = new AbortController()
  const { signal } = controller
  const request = (): void => {
    if (signal.aborted) insist()
    else controller.abort()
  }
  for (const name of signals) process.on(name, request)
  const parent = process.ppid
  const watch = setInterval(() => {
    if (env['npm_lifecycle_event'] !== undefined && process.ppid !== parent) controller.abort()
  }, parentCheckMs)
  return {
    signal,
    release: () => {
      clearInterval(watch)
      for (const name of signals) process.off(name, request)
    },
  }
}
