import { parentPort } from 'node:worker_threads'

/** Called by a thread's module: says that it has started, and replies to each message, one after the other. */
export function replyInThread<Work>(reply: (work: Work) => unknown): void {
  parentPort?.on('message', (work: Work) => parentPort?.postMessage(reply(work)))
  parentPort?.postMessage('ready')
}
