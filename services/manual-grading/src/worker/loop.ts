import { errorFacts, type Logger } from '@course-grading/http-kit'
import { createWake } from './wake.ts'

export interface LoopOptions<Work> {
  readonly concurrency: number
  /** Takes what is next to do; null: nothing now. */
  readonly take: () => Promise<Work | null>
  readonly run: (work: Work) => Promise<void>
  /** Between two questions when nobody calls; half of it up to one and a half, so that processes do not ask together. */
  readonly everyMs: number
  readonly stopping: AbortSignal
  readonly logger: Logger
}

export interface Loop {
  /** There may be something to do. */
  readonly wake: () => void
  /** Resolves when it has stopped and everything it took is over. */
  readonly over: Promise<void>
}

/** Takes work as long as there is some and room for it, and asks again when it is called, or after a while. */
export function startLoop<Work>({ concurrency, take, run, everyMs, stopping, logger }: LoopOptions<Work>): Loop {
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
      if (!(await takeOne())) await wake.wait(everyMs * (0.5 + Math.random()))
    }
    await Promise.all(running)
  }
  stopping.addEventListener('abort', wake.call, { once: true })
  return { wake: wake.call, over: loop() }
}
