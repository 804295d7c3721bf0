import type { Server, ServerResponse } from 'node:http'
import { followConnections, openAnswers } from './connections.ts'

export interface SlowReaderLimits {
  /** Until a finished answer is taken. */
  readonly readTimeoutMs: number
  /** What all clients together may leave unread. */
  readonly mostUnreadBytes: number
}

/**
 * Destroys the connections of clients that do not take their finished answers, since Node has no limit for writing: each
 * after its time, give or take a quarter; and the one that waits longest when together they hold too much memory. An
 * answer that is still being streamed is not looked at.
 */
export function endSlowReaders(server: Server, { readTimeoutMs, mostUnreadBytes }: SlowReaderLimits): void {
  followConnections(server)
  const finishedAt = new WeakMap<ServerResponse, number>()
  const look = (): void => {
    const now = performance.now()
    const unread = openAnswers(server).filter((response) => response.writableEnded)
      .map((response) => ({ response, since: finishedAt.get(response) ?? now }))
      .toSorted((one, other) => one.since - other.since)
    let unreadBytes = unread.reduce((sum, { response }) => sum + response.writableLength, 0)
    for (const { response, since } of unread) {
      finishedAt.set(response, since)
      if (now - since < readTimeoutMs && unreadBytes <= mostUnreadBytes) continue
      unreadBytes -= response.writableLength
      // The answer alone would not do: one that waits behind another has no connection yet to end.
      response.req.socket.destroy()
    }
  }
  const sweep = setInterval(look, Math.min(250, readTimeoutMs / 4)).unref()
  server.once('close', () => clearInterval(sweep))
}
