import Type from 'typebox'
import { defineOperation } from '../operation/operation.ts'
import { recordKey, pageOf, pageQuery } from '../schemas/paging.ts'
import { ownSessionExample } from './session-examples.ts'
import { ownSession } from './session.ts'

export const listSessions = defineOperation({
  method: 'get',
  path: '/sessions',
  tag: 'session',
  allow: 'signed_in',
  summary: 'List the sessions of the caller',
  description: "The caller's live sessions, newest first. There are at most ten.",
  query: Type.Object(pageQuery),
  pageKey: recordKey,
  example: { query: { limit: 50 } },
  replies: {
    200: {
      description: 'The sessions.',
      schema: pageOf(ownSession),
      example: { items: [ownSessionExample], nextCursor: null },
    },
  },
})
