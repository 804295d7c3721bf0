import { parentPort, workerData } from 'node:worker_threads'
import { changedRanges } from './changed-ranges.ts'

/** The buffers are transferred. */
export interface Comparison {
  readonly template: Uint8Array
  readonly submission: Uint8Array
}

/** Messages of the worker: `ready` first, and then, for each comparison, the flat list of ranges, or null for too many lines. */
export type WorkerReply = 'ready' | Int32Array | null

const { maxLines } = workerData as { readonly maxLines: number }

parentPort?.on('message', ({ template, submission }: Comparison) => {
  const ranges = changedRanges(template, submission, maxLines)
  parentPort?.postMessage(ranges, ranges === null ? [] : [ranges.buffer as ArrayBuffer])
})
parentPort?.postMessage('ready' satisfies WorkerReply)
