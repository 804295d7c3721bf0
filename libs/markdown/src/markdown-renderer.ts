import { createSemaphore } from '@course-grading/semaphore'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Rendering, WorkerReply } from './markdown-worker.ts'
import type { Rendered } from './render-texts.ts'

/** In a separate thread, because a text of the greatest length may take seconds; parser and sanitiser are loaded there. */
export interface MarkdownRenderer {
  /** At most `maxBytes` together; too slow counts as too long. Undefined if too many waited before it, the thread failed or was closed. */
  render(texts: readonly string[], maxBytes: number, signal?: AbortSignal): Promise<Rendered | undefined>
  /** Renderings that wait or run have no result. */
  close(): Promise<void>
}

export interface MarkdownRendererOptions {
  /** Of one rendering in the thread, without its wait. */
  readonly limitMs?: number
  readonly waitMs?: number
  /** How long the thread is kept without work. */
  readonly idleMs?: number
  /** Called with the error that ended the thread, if neither the limit nor `close` ended it. */
  readonly onError?: (error: unknown) => void
}

/** Long enough for a machine under load. */
const startLimitMs = 10_000

/** The costliest text of 200,000 characters needs half of this memory. */
const resourceLimits = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 16 }

/** One after the other. The thread keeps no process alive, and is replaced after a text that overran the limit. */
export function createMarkdownRenderer({
  limitMs = 10_000,
  waitMs = 10_000,
  idleMs = 30_000,
  onError = () => undefined,
}: MarkdownRendererOptions = {}): MarkdownRenderer {
  const turn = createSemaphore({ slots: 1 })
  const closing = new AbortController()
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined

  async function render(
    texts: readonly string[],
    maxBytes: number,
    signal?: AbortSignal,
  ): Promise<Rendered | undefined> {
    const until = signal === undefined ? closing.signal : AbortSignal.any([signal, closing.signal])
    if ((await turn.acquire({ waitMs, signal: until })) !== 'acquired') return undefined
    try {
      return until.aborted ? undefined : await renderInThread({ texts, maxBytes })
    } catch (error) {
      await endWorker()
      onError(error)
      return undefined
    } finally {
      turn.release()
    }
  }

  async function renderInThread(rendering: Rendering): Promise<Rendered | undefined> {
    clearTimeout(idle)
    const thread = worker ?? (await startWorker())
    thread.ref()
    thread.postMessage(rendering)
    const reply = await nextMessage(thread, limitMs)
    if (reply === undefined) {
      await endWorker()
      return closing.signal.aborted ? undefined : { ok: false, reason: 'too_long' }
    }
    thread.unref()
    idle = setTimeout(() => void endWorker(), idleMs).unref()
    return reply === 'ready' ? undefined : reply
  }

  async function startWorker(): Promise<Worker> {
    const thread = new Worker(new URL('./markdown-worker.ts', import.meta.url), {
      name: 'markdown',
      env: {},
      resourceLimits,
    })
    worker = thread
    // Without a listener, an error of a thread that nobody waits for would end the process.
    thread.on('error', () => undefined)
    thread.on('exit', () => {
      if (worker === thread) worker = undefined
    })
    const reply = await nextMessage(thread, startLimitMs)
    if (reply === undefined && !closing.signal.aborted) throw new Error('the thread for Markdown did not start')
    return thread
  }

  /** Undefined once the time has passed or the thread was closed; rejects with the thread's error. */
  async function nextMessage(thread: Worker, withinMs: number): Promise<WorkerReply | undefined> {
    const signal = AbortSignal.any([AbortSignal.timeout(withinMs), closing.signal])
    try {
      const [reply] = (await once(thread, 'message', { signal })) as [WorkerReply]
      return reply
    } catch (error) {
      if (signal.aborted) return undefined
      throw error
    }
  }

  async function endWorker(): Promise<void> {
    const ended = worker
    worker = undefined
    await ended?.terminate()
  }

  return {
    render,
    async close() {
      clearTimeout(idle)
      closing.abort()
      await endWorker()
    },
  }
}
