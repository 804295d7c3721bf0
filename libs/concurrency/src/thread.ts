import { once } from 'node:events'
import { type ResourceLimits, Worker } from 'node:worker_threads'

export interface ThreadSpec {
  readonly name: string
  readonly resourceLimits: ResourceLimits
  readonly workerData?: unknown
}

/** Starts a thread without environment; its module calls `replyInThread`. Rejects with the thread's error, or on the signal. */
export async function startThread(module: URL, spec: ThreadSpec, signal: AbortSignal): Promise<Worker> {
  const thread = new Worker(module, { ...spec, env: {} })
  // Without a listener, an error of a thread whose reply nobody awaits would end the process.
  thread.on('error', () => undefined)
  try {
    await once(thread, 'message', { signal })
  } catch (error) {
    await thread.terminate()
    throw error
  }
  return thread
}

/** Resolves to the thread's reply to `work`, one at a time. Rejects with the thread's error, or on the signal. */
export async function ask<Reply>(
  thread: Worker,
  work: unknown,
  signal: AbortSignal,
  transfer: readonly ArrayBuffer[] = [],
): Promise<Reply> {
  thread.postMessage(work, transfer)
  const [reply] = (await once(thread, 'message', { signal })) as [Reply]
  return reply
}
