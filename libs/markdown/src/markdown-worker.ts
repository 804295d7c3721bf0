import { parentPort } from 'node:worker_threads'
import { type Rendered, renderTexts } from './render-texts.ts'

export interface Rendering {
  readonly texts: readonly string[]
  readonly maxBytes: number
}

/** Messages of the worker: `ready` first, and then the reply to each rendering. */
export type WorkerReply = 'ready' | Rendered

parentPort?.on('message', ({ texts, maxBytes }: Rendering) => {
  parentPort?.postMessage(renderTexts(texts, maxBytes) satisfies WorkerReply)
})
parentPort?.postMessage('ready' satisfies WorkerReply)
