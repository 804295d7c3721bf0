import { defineOperation } from '../operation/operation.ts'

export const deleteOtherSessions = defineOperation({
  method: 'delete',
  path: '/sessions',
  tag: 'session',
  allow: 'signed_in',
  summary: 'Sign out everywhere else',
  description: 'Ends every session of the caller except the one of this request.',
  example: {},
  replies: { 204: { description: 'The other sessions have ended.' } },
})
