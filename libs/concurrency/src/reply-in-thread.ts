import { parentPort } from 'node:worker_threads'

/** Called by a thread's module: says that it has started, and replies to each message. What `reply` throws or rejects with ends the thread. */
export function replyInThread<Work>(reply: (work: Work) => unknown): void {
  const answer = async (work: Work): Promise<void> => parentPort?.postMessage(await reply(work))
  parentPort?.on('message', (work: Work) => void answer(work))
  parentPort?.postMessage('ready')
}
