import { createThreadRunner, type RunnerLimits } from '@course-grading/concurrency'
import type { Comparison } from './line-difference-worker.ts'

/** First and last line of a range, from 1. */
export type LineRange = [first: number, last: number]

/** Lines of the text before, and those of the text after that stand in their place: from the first to before `end`, counted from 0. */
export interface RangePair {
  readonly before: readonly [first: number, end: number]
  readonly after: readonly [first: number, end: number]
}

/** Compares files with their templates in a separate thread, so that a long comparison blocks nothing else. */
export interface LineDifference {
  /** Undefined if the comparison took or waited too long, a file has too many lines, the signal aborted, or the thread failed. */
  changedLines(
    template: Uint8Array | string,
    submission: Uint8Array | string,
    signal?: AbortSignal,
  ): Promise<LineRange[] | undefined>
  /** What turns the one text into the other. Undefined as above. */
  changedPairs(before: string, after: string, signal?: AbortSignal): Promise<RangePair[] | undefined>
  /** Ends the thread: comparisons that wait or run resolve to undefined. */
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
  async function compare(
    [before, after]: readonly [Uint8Array | string, Uint8Array | string],
    inPairs: boolean,
    signal: AbortSignal | undefined,
  ): Promise<Int32Array | undefined> {
    const comparison = { template: ownBytes(before), submission: ownBytes(after), maxLines, inPairs }
    const transfer = [comparison.template.buffer, comparison.submission.buffer]
    const found = await runner.run(comparison, { signal, transfer })
    return found instanceof Int32Array ? found : undefined
  }
  return {
    async changedLines(template, submission, signal) {
      const ranges = await compare([template, submission], false, signal)
      return ranges && groupsOf(ranges, 2).map(([first = 0, last = 0]): LineRange => [first, last])
    },
    async changedPairs(before, after, signal) {
      const pairs = await compare([before, after], true, signal)
      return (
        pairs &&
        groupsOf(pairs, 4).map(([from = 0, to = 0, first = 0, end = 0]) => ({
          before: [from, to],
          after: [first, end],
        }))
      )
    },
    close: runner.close,
  }
}

/** A copy in a buffer of its own, which can be transferred while the caller keeps the original. */
function ownBytes(content: Uint8Array | string): Uint8Array<ArrayBuffer> {
  return typeof content === 'string' ? Uint8Array.from(Buffer.from(content)) : Uint8Array.from(content)
}

function groupsOf(numbers: Int32Array, size: number): number[][] {
  return Array.from({ length: numbers.length / size }, (_, at) => [...numbers.subarray(at * size, (at + 1) * size)])
}
