import { errorFacts, type Logger } from '@course-grading/http-kit'

export interface Every {
  /** Resolves when the last round is over. */
  readonly over: Promise<void>
}

/** Does something now, and again so long after each end, until it is told to stop; a failure waits for the next round. */
export function startInterval({
  ms,
  act,
  stopping,
  logger,
}: {
  readonly ms: number
  readonly act: () => Promise<void>
  readonly stopping: AbortSignal
  readonly logger: Logger
}): Every {
  const pause = async (): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, ms)
    const onStop = (): void => resolve()
    stopping.addEventListener('abort', onStop, { once: true })
    await promise
    clearTimeout(timer)
    stopping.removeEventListener('abort', onStop)
  }
  const rounds = async (): Promise<void> => {
    while (!stopping.aborted) {
      await act().catch((error: unknown) => logger.warn('upkeep of deliveries failed', errorFacts(error)))
      if (!stopping.aborted) await pause()
    }
  }
  return { over: rounds() }
}
