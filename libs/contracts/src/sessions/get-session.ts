import { defineOperation } from '../operation/operation.ts'
import { sessionExample } from './session-examples.ts'
import { session } from './session.ts'

export const getSession = defineOperation({
  method: 'get',
  path: '/session',
  tag: 'session',
  allow: 'signed_in',
  summary: 'Get the session of the caller',
  description:
    'Identity, course roles and preferences of the caller. While the learning platform is down, the last known data is returned.',
  example: {},
  replies: { 200: { description: 'The session.', schema: session, example: sessionExample } },
  problems: ['invalid_upstream_token'],
})
