import type { Server, ServerResponse } from 'node:http'
import { openAnswers } from './open-answers.ts'

/**
 * Destroys the connection of a client that has not taken a finished answer within the time, give or take a quarter: Node
 * has no limit for writing, and such an answer holds its memory and its place among the requests at work. One that is
 * still being streamed is not looked at.
 */
export function endSlowReaders(server: Server, limitMs: number): void {
  const open = openAnswers(server)
  const finishedAt = new WeakMap<ServerResponse, number>()
  const look = (): void => {
    const now = performance.now()
    for (const response of open) {
      if (!response.writableEnded) continue
      const since = finishedAt.get(response) ?? now
      finishedAt.set(response, since)
      if (now - since >= limitMs) response.destroy()
    }
  }
  const sweep = setInterval(look, Math.min(1000, limitMs / 4)).unref()
  server.once('close', () => clearInterval(sweep))
}
