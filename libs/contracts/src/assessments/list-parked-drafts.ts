import Type from 'typebox'
import { defineOperation } from '../operation/operation.ts'
import { instantKey, pageOf, pageQuery, recordIdPattern, recordKey } from '../schemas/paging.ts'
import { assessmentExample, assessmentIds } from './assessment-examples.ts'
import { parkedDraftBrief, parkedDraftBriefExample } from './parked-draft.ts'

export const listParkedDrafts = defineOperation({
  method: 'get',
  path: '/parked-drafts',
  tag: 'grading',
  allow: 'signed_in',
  summary: "List the caller's refused saves",
  description:
    'Refused saves of an assessment or of a feedback document, the newest first. Exactly one of the two must be given. The newest 20 are kept, for seven days.',
  query: Type.Object({
    assessmentId: Type.Optional(Type.String({ pattern: recordIdPattern, description: 'Saves of this assessment.' })),
    feedbackId: Type.Optional(
      Type.String({
        pattern: recordIdPattern,
        description: 'Saves of this feedback document.',
        examples: [assessmentExample.feedbackId],
      }),
    ),
    ...pageQuery,
  }),
  pageKey: [instantKey, ...recordKey],
  example: { query: { assessmentId: assessmentIds.held, limit: 20 } },
  replies: {
    200: {
      description: 'A page of parked drafts.',
      schema: pageOf(parkedDraftBrief),
      example: { items: [parkedDraftBriefExample], nextCursor: null },
    },
  },
})
