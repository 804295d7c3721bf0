import { defineOperation } from '../operation.ts'
import { usualLimitMs } from '../paging.ts'
import { sessionExample } from './session-examples.ts'
import { session } from './session.ts'

export const getSession = defineOperation({
  method: 'get',
  path: '/session',
  tag: 'session',
  allow: 'signed_in',
  summary: 'Who is signed in',
  description:
    'Identity, course roles and preferences of the caller. Works while the learning platform is down, with what was last known.',
  example: {},
  replies: { 200: { description: 'The session.', schema: session, example: sessionExample } },
  problems: ['invalid_upstream_token'],
  timeLimitMs: usualLimitMs,
})
