import type { Worker } from 'node:worker_threads'
import { createSemaphore } from './semaphore.ts'
import { ask, startThread, type ThreadSpec } from './thread.ts'

/** Runs one piece of work after the other in a thread, so that long work blocks nothing else. */
export interface ThreadRunner<Work, Reply> {
  /** `timed_out` if the work overran its limit; undefined if it waited too long, was aborted, failed, or the runner was closed. */
  readonly run: (
    work: Work,
    options?: { readonly signal?: AbortSignal | undefined; readonly transfer?: readonly ArrayBuffer[] },
  ) => Promise<Reply | 'timed_out' | undefined>
  /** Ends the thread. Work that waits or runs resolves to undefined. */
  readonly close: () => Promise<void>
}

export interface RunnerLimits {
  /** Milliseconds that one piece of work may take in the thread, without its wait. */
  readonly limitMs: number
  /** Milliseconds that a piece of work may wait for those before. */
  readonly waitMs: number
  /** Milliseconds that the thread is kept without work. */
  readonly idleMs?: number | undefined
  /** Called with the error that ended the thread, if neither the limit nor `close` ended it. */
  readonly onError?: ((error: unknown) => void) | undefined
}

/** Time for a thread to start, long enough for a machine under load. */
const startLimitMs = 10_000

/** The thread starts with the first work, keeps no process alive when idle, and is replaced after work that failed or overran its limit. */
export function createThreadRunner<Work, Reply>(
  module: URL,
  spec: ThreadSpec,
  { limitMs, waitMs, idleMs = 30_000, onError = () => undefined }: RunnerLimits,
): ThreadRunner<Work, Reply> {
  const turn = createSemaphore({ slots: 1 })
  const closing = new AbortController()
  let thread: Worker | undefined
  let idle: NodeJS.Timeout | undefined

  async function start(): Promise<Worker> {
    const started = await startThread(
      module,
      spec,
      AbortSignal.any([AbortSignal.timeout(startLimitMs), closing.signal]),
    )
    started.once('exit', () => {
      if (thread === started) thread = undefined
    })
    return started
  }

  async function end(): Promise<void> {
    clearTimeout(idle)
    const ended = thread
    thread = undefined
    await ended?.terminate()
  }

  return {
    async run(work, { signal, transfer } = {}) {
      const until = signal === undefined ? closing.signal : AbortSignal.any([signal, closing.signal])
      if ((await turn.acquire({ waitMs, signal: until })) !== 'acquired') return undefined
      let limit: AbortSignal | undefined
      try {
        if (until.aborted) return undefined
        clearTimeout(idle)
        thread ??= await start()
        thread.ref()
        limit = AbortSignal.timeout(limitMs)
        const reply = await ask<Reply>(thread, work, AbortSignal.any([limit, closing.signal]), transfer)
        thread.unref()
        idle = setTimeout(() => void end(), idleMs).unref()
        return reply
      } catch (error) {
        await end()
        if (closing.signal.aborted) return undefined
        if (limit?.aborted) return 'timed_out'
        onError(error)
        return undefined
      } finally {
        turn.release()
      }
    },
    async close() {
      closing.abort()
      await end()
    },
  }
}
