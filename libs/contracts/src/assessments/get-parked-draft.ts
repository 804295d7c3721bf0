import { defineOperation } from '../operation/operation.ts'
import { parkedDraft, parkedDraftExample, parkedDraftId, parkedDraftParams } from './parked-draft.ts'

export const getParkedDraft = defineOperation({
  method: 'get',
  path: '/parked-drafts/{id}',
  tag: 'grading',
  allow: 'owner',
  subject: 'parked_draft',
  summary: 'Get a refused save',
  description: 'The body of a refused save, only for the person who sent it.',
  params: parkedDraftParams,
  example: { params: { id: parkedDraftId } },
  replies: { 200: { description: 'The parked draft.', schema: parkedDraft, example: parkedDraftExample } },
})
