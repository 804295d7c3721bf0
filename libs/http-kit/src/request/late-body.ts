import type { IncomingMessage } from 'node:http'
import { requestLimitMs } from '@course-grading/contracts'
import { endLateRequest } from '../server/client-error.ts'

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>()

/** Whether a body comes, or came, with the request. */
export function announcesBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/**
 * Ends a request whose body is not in by JSON's limit, whether it is read or not, as the server does at its own limit, which
 * is longer where CSV may come. Counts from here, the end of the headers: Node tells nobody when they began.
 */
export function endWhenLate(req: IncomingMessage): void {
  if (!announcesBody(req)) return
  const late = setTimeout(() => {
    if (!req.complete) endLateRequest(req)
  }, requestLimitMs.json)
  timers.set(req, late)
  req.once('close', () => clearTimeout(late))
}

/** The body is CSV: the server's own limit is the one that holds. */
export function giveTimeForCsv(req: IncomingMessage): void {
  clearTimeout(timers.get(req))
}
