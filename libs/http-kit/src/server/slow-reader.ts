import type { Server, ServerResponse } from 'node:http'
import { followConnections, openConnections } from './connections.ts'

interface SlowReaderLimits {
  readonly readTimeoutMs: number
  readonly maxUnreadBytes: number
}

/** Node has no limit for writing. Ends a connection at its time, or those that have waited longest if all together hold too much. */
export function endSlowReaders(server: Server, { readTimeoutMs, maxUnreadBytes }: SlowReaderLimits): void {
  followConnections(server)
  const finishedAt = new WeakMap<ServerResponse, number>()
  const endLate = (): void => {
    const now = performance.now()
    const sinceOf = (response: ServerResponse): number => {
      const since = finishedAt.get(response) ?? now
      finishedAt.set(response, since)
      return since
    }
    const unread = openConnections(server)
      .map(({ socket, openSince, replies }) => ({
        socket,
        openSince,
        replies: replies.filter((reply) => reply.writableEnded),
      }))
      .filter(({ replies }) => replies.length > 0)
      .map(({ replies, ...connection }) => ({
        ...connection,
        since: Math.min(...replies.map(sinceOf)),
        bytes: replies.reduce((sum, { writableLength }) => sum + writableLength, 0),
      }))
      .toSorted((one, other) => one.since - other.since || one.openSince - other.openSince)
    let unreadBytes = unread.reduce((sum, { bytes }) => sum + bytes, 0)
    for (const { socket, since, bytes } of unread) {
      if (now - since < readTimeoutMs && unreadBytes <= maxUnreadBytes) continue
      unreadBytes -= bytes
      // To destroy the reply is not enough, since a reply that waits behind another one has no connection yet.
      socket.destroy()
    }
  }
  const sweep = setInterval(endLate, Math.min(250, readTimeoutMs / 4)).unref()
  server.once('close', () => clearInterval(sweep))
}
