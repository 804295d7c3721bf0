import type { Socket } from 'node:net'

/**
 * Requests that one connection may send ahead of their answers, which HTTP/1.1 allows. Every client in use waits for each
 * answer; without a limit one that does not would have a thousand requests at work by a single packet.
 */
const mostUnanswered = 16

const unansweredOf = new WeakMap<Socket, number>()

/** Counts a request of the connection until `leaveConnection`; false when its client has sent too many ahead. */
export function enterConnection(socket: Socket): boolean {
  const unanswered = (unansweredOf.get(socket) ?? 0) + 1
  unansweredOf.set(socket, unanswered)
  return unanswered <= mostUnanswered
}

/** A request's answer is out, or will never be. */
export function leaveConnection(socket: Socket): void {
  unansweredOf.set(socket, (unansweredOf.get(socket) ?? 1) - 1)
}
