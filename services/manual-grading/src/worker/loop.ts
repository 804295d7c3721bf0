import { errorFacts, type Logger } from '@course-grading/http-kit'
import { createWake } from './wake.ts'

interface LoopOptions<Work> {
  readonly concurrency: number
  readonly take: () => Promise<Work | null>
  readonly run: (work: Work) => Promise<void>
  /** Average pause without a wake-up; each pause is from half to one and a half of it, so that processes do not poll together. */
  readonly pollMs: number
  readonly stopping: AbortSignal
  readonly logger: Logger
}

interface Loop {
  readonly wake: () => void
  /** Resolves when the loop was stopped and all work that it had taken has ended. */
  readonly finished: Promise<void>
}

/** Takes work while there is some and `concurrency` allows it; polls after a wake-up or a pause. */
export function startLoop<Work>({ concurrency, take, run, pollMs, stopping, logger }: LoopOptions<Work>): Loop {
  const wake = createWake()
  const running = new Set<Promise<void>>()

  const begin = (work: Work): void => {
    const doing = run(work)
      .catch((error: unknown) => logger.error('work failed', errorFacts(error)))
      .finally(() => {
        running.delete(doing)
        wake.call()
      })
    running.add(doing)
  }
  const takeOne = async (): Promise<boolean> => {
    if (running.size >= concurrency) return false
    try {
      const work = await take()
      if (work !== null) begin(work)
      return work !== null
    } catch (error) {
      logger.warn('work not taken', errorFacts(error))
      return false
    }
  }
  const loop = async (): Promise<void> => {
    while (!stopping.aborted) {
      if (!(await takeOne())) await wake.wait(pollMs * (0.5 + Math.random()))
    }
    await Promise.all(running)
  }
  stopping.addEventListener('abort', wake.call, { once: true })
  return { wake: wake.call, finished: loop() }
}
