import { defineOperation } from '../operation.ts'
import { usualLimitMs } from '../paging.ts'

export const deleteSession = defineOperation({
  method: 'delete',
  path: '/session',
  tag: 'session',
  allow: 'signed_in',
  summary: 'Sign out',
  description: 'Ends the session that asks: every later use of its id is refused, by every replica, at once.',
  example: {},
  replies: { 204: { description: 'The session has ended.' } },
  problems: [],
  timeLimitMs: usualLimitMs,
})
