import { defineOperation } from '../operation/operation.ts'

export const deleteSession = defineOperation({
  method: 'delete',
  path: '/session',
  tag: 'session',
  allow: 'signed_in',
  summary: 'Sign out',
  description: 'Ends the session of this request. From then on every replica rejects its id.',
  example: {},
  replies: { 204: { description: 'The session has ended.' } },
})
