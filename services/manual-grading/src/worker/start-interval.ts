import { errorFacts, type Logger } from '@course-grading/http-kit'

export interface RunningInterval {
  /** Resolves when it was stopped and its last run has ended. */
  readonly finished: Promise<void>
}

/** Runs `act` now, and again `ms` after the end of each run, until `stopping` aborts. A failure is logged and waits for the next run. */
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
}): RunningInterval {
  const pause = async (): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, ms)
    const onStop = (): void => resolve()
    stopping.addEventListener('abort', onStop, { once: true })
    await promise
    clearTimeout(timer)
    stopping.removeEventListener('abort', onStop)
  }
  const runs = async (): Promise<void> => {
    while (!stopping.aborted) {
      await act().catch((error: unknown) => logger.warn('upkeep of deliveries failed', errorFacts(error)))
      if (!stopping.aborted) await pause()
    }
  }
  return { finished: runs() }
}
