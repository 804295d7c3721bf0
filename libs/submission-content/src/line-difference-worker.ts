import { parentPort, workerData } from 'node:worker_threads'
import { changedRanges } from './changed-ranges.ts'

/** Two files to compare; their buffers are transferred. */
export interface Comparison {
  readonly template: Uint8Array
  readonly submission: Uint8Array
}

/** What the worker says: that it can begin, then the ranges of each comparison, flat, or null where there are too many lines. */
export type WorkerReply = 'ready' | Int32Array | null

const { maxLines } = workerData as { readonly maxLines: number }

parentPort?.on('message', ({ template, submission }: Comparison) => {
  const ranges = changedRanges(template, submission, maxLines)
  parentPort?.postMessage(ranges, ranges === null ? [] : [ranges.buffer as ArrayBuffer])
})
parentPort?.postMessage('ready' satisfies WorkerReply)
