import type { IncomingMessage } from 'node:http'
import { requestLimitMs } from '@course-grading/contracts/operation/limits'
import { endLateRequest } from '../server/client-error.ts'

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>()

/** Whether the request has a body, arrived or still to come. */
export function announcesBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Ends a request whose body exceeds JSON's limit, from the end of the headers: the server's own is longer where CSV may come. */
export function endWhenLate(req: IncomingMessage): void {
  if (!announcesBody(req)) return
  const late = setTimeout(() => {
    if (!req.complete) endLateRequest(req)
  }, requestLimitMs.json)
  timers.set(req, late)
  req.once('close', () => clearTimeout(late))
}

/** The body is CSV, so only the server's own limit applies. */
export function giveTimeForCsv(req: IncomingMessage): void {
  clearTimeout(timers.get(req))
}
