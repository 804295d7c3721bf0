import type { IncomingMessage } from 'node:http'
import { requestLimitMs } from '@course-grading/contracts/operation/limits'
import { followBody } from '../server/body-failure.ts'
import { endLateRequest } from '../server/client-error.ts'

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>()

export function announcesBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** A body that is broken, or later than JSON may be, gets a reply: the server's own limit is longer if it accepts CSV. */
export function endWhenLate(req: IncomingMessage): void {
  if (!announcesBody(req)) return
  followBody(req)
  const late = setTimeout(() => {
    if (!req.complete) endLateRequest(req)
  }, requestLimitMs.json)
  timers.set(req, late)
  req.once('close', () => clearTimeout(late))
}

/** Leaves only the server's own time limit. */
export function giveTimeForCsv(req: IncomingMessage): void {
  clearTimeout(timers.get(req))
}
