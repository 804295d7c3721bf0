import { parentPort } from 'node:worker_threads'

/** Called by a thread's module: tells `startThread` that it has started, then replies to each message. An error of `reply` ends it. */
export function replyInThread<Work>(reply: (work: Work) => unknown): void {
  const answer = async (work: Work): Promise<void> => parentPort?.postMessage(await reply(work))
  parentPort?.on('message', (work: Work) => void answer(work))
  parentPort?.postMessage('ready')
}
