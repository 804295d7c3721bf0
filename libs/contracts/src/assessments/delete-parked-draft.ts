import { defineOperation } from '../operation/operation.ts'
import { parkedDraftId, parkedDraftParams } from './parked-draft.ts'

export const deleteParkedDraft = defineOperation({
  method: 'delete',
  path: '/parked-drafts/{id}',
  tag: 'grading',
  allow: 'owner',
  subject: 'parked_draft',
  summary: 'Delete a refused save',
  description: 'Only the person who sent the save may delete it.',
  params: parkedDraftParams,
  example: { params: { id: parkedDraftId } },
  replies: { 204: { description: 'The parked draft no longer exists.' } },
})
