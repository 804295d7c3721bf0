import type { Worker } from 'node:worker_threads'
import { createSemaphore } from './semaphore.ts'
import { ask, startThread, type ThreadSpec } from './thread.ts'

/** Runs work in a thread, or in some, one piece after the other in each, so that long work blocks nothing else. */
export interface ThreadRunner<Work, Reply> {
  /** `timed_out` if the work overran its limit; undefined if it waited too long, was aborted, failed, or the runner was closed. */
  readonly run: (
    work: Work,
    options?: { readonly signal?: AbortSignal | undefined; readonly transfer?: readonly ArrayBuffer[] },
  ) => Promise<Reply | 'timed_out' | undefined>
  readonly close: () => Promise<void>
}

export interface RunnerLimits {
  readonly threads?: number | undefined
  /** Milliseconds that one piece of work may take in the thread, without its wait. */
  readonly limitMs: number
  readonly waitMs: number
  readonly idleMs?: number | undefined
  /** Called with the error that ended a thread, if neither the limit nor `close` ended it. */
  readonly onError?: ((error: unknown) => void) | undefined
}

const startLimitMs = 10_000

/** A thread starts when work finds none free, keeps no process alive when idle, and is replaced after work that failed or overran its limit. */
export function createThreadRunner<Work, Reply>(
  module: URL,
  spec: ThreadSpec,
  { threads = 1, limitMs, waitMs, idleMs = 30_000, onError = () => undefined }: RunnerLimits,
): ThreadRunner<Work, Reply> {
  const turn = createSemaphore({ slots: threads })
  const closing = new AbortController()
  const { take, keep, end, endAll } = createThreads(module, spec, { idleMs, closing: closing.signal })

  return {
    async run(work, { signal, transfer } = {}) {
      const until = signal === undefined ? closing.signal : AbortSignal.any([signal, closing.signal])
      if ((await turn.acquire({ waitMs, signal: until })) !== 'acquired') return undefined
      let thread: Worker | undefined
      let limit: AbortSignal | undefined
      try {
        if (until.aborted) return undefined
        thread = await take()
        limit = AbortSignal.timeout(limitMs)
        const reply = await ask<Reply>(thread, work, AbortSignal.any([limit, closing.signal]), transfer)
        keep(thread)
        return reply
      } catch (error) {
        if (thread !== undefined) await end(thread)
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
      await endAll()
    },
  }
}

function createThreads(
  module: URL,
  spec: ThreadSpec,
  { idleMs, closing }: { readonly idleMs: number; readonly closing: AbortSignal },
) {
  const running = new Set<Worker>()
  /** Those without work, each with what ends it; the one that worked last is the next one, since it has its modules in memory. */
  const free = new Map<Worker, NodeJS.Timeout>()

  async function start(): Promise<Worker> {
    const thread = await startThread(module, spec, AbortSignal.any([AbortSignal.timeout(startLimitMs), closing]))
    thread.once('exit', () => leave(thread))
    return thread
  }

  function leave(thread: Worker): void {
    clearTimeout(free.get(thread))
    free.delete(thread)
    running.delete(thread)
  }

  async function end(thread: Worker): Promise<void> {
    leave(thread)
    await thread.terminate()
  }

  async function take(): Promise<Worker> {
    let thread = [...free.keys()].at(-1)
    if (thread !== undefined) leave(thread)
    thread ??= await start()
    running.add(thread)
    thread.ref()
    return thread
  }

  function keep(thread: Worker): void {
    thread.unref()
    running.delete(thread)
    free.set(thread, setTimeout(() => void end(thread), idleMs).unref())
  }

  return {
    take,
    keep,
    end,
    endAll: () => Promise.all([...running, ...free.keys()].map(end)),
  }
}
