import { createThreadRunner, type RunnerLimits } from '@course-grading/concurrency'
import type { Comparison } from './line-difference-worker.ts'

/** First and last line of a range, from 1. */
export type LineRange = [first: number, last: number]

/** Compares files with their templates in a separate thread, so that a long comparison blocks nothing else. */
export interface LineDifference {
  /** Undefined if the comparison took or waited too long, a file has too many lines, the signal aborted, or the thread failed. */
  changedLines(
    template: Uint8Array | string,
    submission: Uint8Array | string,
    signal?: AbortSignal,
  ): Promise<LineRange[] | undefined>
  /** Ends the thread: `changedLines` resolves to undefined for comparisons that wait or run. */
  close(): Promise<void>
}

export interface LineDifferenceOptions extends Partial<RunnerLimits> {
  /** How many lines each of the two files may have. */
  readonly maxLines?: number
}

/** Two files of 5 MiB with 20,000 lines need a quarter of this memory. */
const resourceLimits = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 2, stackSizeMb: 1 }

/** Makes one comparison at a time. The calling thread only copies the bytes and posts them. */
export function createLineDifference({ maxLines = 20_000, ...limits }: LineDifferenceOptions = {}): LineDifference {
  const runner = createThreadRunner<Comparison, Int32Array | null>(
    new URL('./line-difference-worker.ts', import.meta.url),
    { name: 'line-difference', resourceLimits },
    { limitMs: 200, waitMs: 2_000, ...limits },
  )
  return {
    async changedLines(template, submission, signal) {
      const comparison = { template: ownBytes(template), submission: ownBytes(submission), maxLines }
      const transfer = [comparison.template.buffer, comparison.submission.buffer]
      const ranges = await runner.run(comparison, { signal, transfer })
      return ranges instanceof Int32Array ? pairsOf(ranges) : undefined
    },
    close: runner.close,
  }
}

/** A copy in a buffer of its own, which can be transferred while the caller keeps the original. */
function ownBytes(content: Uint8Array | string): Uint8Array<ArrayBuffer> {
  return typeof content === 'string' ? Uint8Array.from(Buffer.from(content)) : Uint8Array.from(content)
}

function pairsOf(ranges: Int32Array): LineRange[] {
  return Array.from({ length: ranges.length / 2 }, (_, at) => [ranges[at * 2] ?? 0, ranges[at * 2 + 1] ?? 0])
}
