import { replyInThread } from './reply-in-thread.ts'

/** What the thread of a test does: it is busy for a time, and then fails or replies with the value. */
export interface Work {
  readonly busyMs?: number
  readonly fails?: 'error' | 'memory'
  readonly value?: string
  /** Whether the thread has its reply only later. */
  readonly isLater?: boolean
  readonly bytes?: Uint8Array
}

replyInThread(({ isLater = false, ...work }: Work) => (isLater ? Promise.resolve(work).then(replyTo) : replyTo(work)))

function replyTo({ busyMs = 0, fails, value = '', bytes }: Work): string {
  const until = performance.now() + busyMs
  while (performance.now() < until);
  if (fails === 'error') throw new Error('the work failed')
  const kept: object[] = []
  while (fails === 'memory') kept.push(Array.from({ length: 10_000 }, () => ({})))
  return bytes === undefined ? value : String(bytes.length)
}
