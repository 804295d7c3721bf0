import { createSemaphore } from '@course-grading/semaphore'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Comparison, WorkerReply } from './line-difference-worker.ts'

/** Lines from 1. */
export type LineRange = [first: number, last: number]

/** In a separate thread, so that a long comparison does not block other work. */
export interface LineDifference {
  /** Undefined if it took or waited too long, a file has too many lines, the signal aborted, or the thread failed. */
  changedLines(
    template: Uint8Array | string,
    submission: Uint8Array | string,
    signal?: AbortSignal,
  ): Promise<LineRange[] | undefined>
  /** `changedLines` resolves to undefined for comparisons that wait or run. */
  close(): Promise<void>
}

export interface LineDifferenceOptions {
  /** Of one comparison in the thread, without its wait. */
  readonly limitMs?: number
  readonly maxLines?: number
  readonly waitMs?: number
  /** How long the thread is kept without work. */
  readonly idleMs?: number
  /** Called with the error that ended the thread, if neither the limit nor `close` ended it. */
  readonly onError?: (error: unknown) => void
}

/** Long enough for a machine under load. */
const startLimitMs = 10_000

/** Two files of 5 MiB with 20,000 lines need a quarter of this memory. */
const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 2, stackSizeMb: 1 }

/** One at a time. The thread starts with the first, keeps no process alive, and is replaced after one that overran its limit. */
export function createLineDifference({
  limitMs = 200,
  maxLines = 20_000,
  waitMs = 2_000,
  idleMs = 30_000,
  onError = () => undefined,
}: LineDifferenceOptions = {}): LineDifference {
  const turn = createSemaphore({ slots: 1 })
  const closing = new AbortController()
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined

  async function changedLines(
    template: Uint8Array | string,
    submission: Uint8Array | string,
    signal?: AbortSignal,
  ): Promise<LineRange[] | undefined> {
    const until = signal === undefined ? closing.signal : AbortSignal.any([signal, closing.signal])
    if ((await turn.acquire({ waitMs, signal: until })) !== 'acquired') return undefined
    try {
      return until.aborted
        ? undefined
        : await compare({ template: ownBytes(template), submission: ownBytes(submission) })
    } catch (error) {
      await endWorker()
      onError(error)
      return undefined
    } finally {
      turn.release()
    }
  }

  async function compare(comparison: Comparison): Promise<LineRange[] | undefined> {
    clearTimeout(idle)
    const thread = worker ?? (await startWorker())
    thread.ref()
    thread.postMessage(comparison, [comparison.template.buffer, comparison.submission.buffer] as ArrayBuffer[])
    const reply = await nextMessage(thread, limitMs)
    if (reply === undefined) {
      await endWorker()
      return undefined
    }
    thread.unref()
    idle = setTimeout(() => void endWorker(), idleMs).unref()
    return reply instanceof Int32Array ? pairsOf(reply) : undefined
  }

  async function startWorker(): Promise<Worker> {
    const thread = new Worker(new URL('./line-difference-worker.ts', import.meta.url), {
      name: 'line-difference',
      workerData: { maxLines },
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
    if (reply === undefined && !closing.signal.aborted) throw new Error('the thread for comparisons did not start')
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
    changedLines,
    async close() {
      clearTimeout(idle)
      closing.abort()
      await endWorker()
    },
  }
}

/** Can be transferred while the caller keeps the original. */
function ownBytes(content: Uint8Array | string): Uint8Array {
  return typeof content === 'string' ? Uint8Array.from(Buffer.from(content)) : Uint8Array.from(content)
}

function pairsOf(ranges: Int32Array): LineRange[] {
  return Array.from({ length: ranges.length / 2 }, (_, at) => [ranges[at * 2] ?? 0, ranges[at * 2 + 1] ?? 0])
}
