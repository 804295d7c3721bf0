import { defineOperation } from '../operation.ts'
import { usualLimitMs } from '../paging.ts'
import { parkedDraft, parkedDraftExample, parkedDraftId, parkedDraftParams } from './parked-draft.ts'

export const getParkedDraft = defineOperation({
  method: 'get',
  path: '/parked-drafts/{id}',
  tag: 'grading',
  allow: 'owner',
  subject: 'parked_draft',
  summary: 'A refused save',
  description: 'What a refused save was sent with, for the person who sent it alone.',
  params: parkedDraftParams,
  example: { params: { id: parkedDraftId } },
  replies: { 200: { description: 'The parked draft.', schema: parkedDraft, example: parkedDraftExample } },
  problems: [],
  timeLimitMs: usualLimitMs,
})
