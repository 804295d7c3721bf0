import type { Server, ServerResponse } from 'node:http'
import { followConnections, openConnections } from './connections.ts'

export interface SlowReaderLimits {
  /** Until a finished answer is taken. */
  readonly readTimeoutMs: number
  /** What all clients together may leave unread. */
  readonly maxUnreadBytes: number
}

/**
 * Destroys the connections of clients that do not take their finished answers, since Node has no limit for writing: each
 * after its time, give or take a quarter; and the one that waits longest when together they hold too much memory. An
 * answer that is still being streamed is not looked at.
 */
export function endSlowReaders(server: Server, { readTimeoutMs, maxUnreadBytes }: SlowReaderLimits): void {
  followConnections(server)
  const finishedAt = new WeakMap<ServerResponse, number>()
  const look = (): void => {
    const now = performance.now()
    const sinceOf = (response: ServerResponse): number => {
      const since = finishedAt.get(response) ?? now
      finishedAt.set(response, since)
      return since
    }
    const unread = openConnections(server)
      .map(({ socket, openSince, answers }) => ({
        socket,
        openSince,
        answers: answers.filter((answer) => answer.writableEnded),
      }))
      .filter(({ answers }) => answers.length > 0)
      .map(({ answers, ...connection }) => ({
        ...connection,
        since: Math.min(...answers.map(sinceOf)),
        bytes: answers.reduce((sum, { writableLength }) => sum + writableLength, 0),
      }))
      .toSorted((one, other) => one.since - other.since || one.openSince - other.openSince)
    let unreadBytes = unread.reduce((sum, { bytes }) => sum + bytes, 0)
    for (const { socket, since, bytes } of unread) {
      if (now - since < readTimeoutMs && unreadBytes <= maxUnreadBytes) continue
      unreadBytes -= bytes
      // An answer alone would not do: one that waits behind another has no connection yet to end.
      socket.destroy()
    }
  }
  const sweep = setInterval(look, Math.min(250, readTimeoutMs / 4)).unref()
  server.once('close', () => clearInterval(sweep))
}
