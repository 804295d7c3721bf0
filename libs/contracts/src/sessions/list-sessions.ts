import { sessionProblems } from '../frontend-problems.ts'
import { defineOperation } from '../operation.ts'
import { pageOf, usualLimitMs } from '../paging.ts'
import { ownSessionExample } from './session-examples.ts'
import { ownSession } from './session.ts'

export const listSessions = defineOperation({
  method: 'get', path: '/sessions', tag: 'session', credential: 'session',
  summary: 'Where the caller is signed in',
  description: 'The caller\'s live sessions, last used first. There are never more than one page of them.',
  replies: { 200: { description: 'The sessions.', schema: pageOf(ownSession), example: { items: [ownSessionExample], nextCursor: null } } },
  problems: sessionProblems,
  timeLimitMs: usualLimitMs,
})
