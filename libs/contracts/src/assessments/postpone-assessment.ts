import Type from 'typebox'
import { defineOperation } from '../operation/operation.ts'
import { requiredText } from '../schemas/required-text.ts'
import { assessmentIds } from './assessment-examples.ts'
import { assessmentParams } from './assessment.ts'

export const postponeAssessment = defineOperation({
  method: 'post',
  path: '/assessments/{id}/postpone',
  tag: 'grading',
  allow: 'grader',
  subject: 'assessment',
  summary: 'Hand a submission back for later',
  description:
    'Only the holder may postpone. The draft stays. The submission waits again, with the note, behind all submissions that are not postponed, and behind those that were postponed before.',
  params: assessmentParams,
  body: Type.Object(
    {
      note: requiredText(500, 'A note for the grader who claims the submission next.'),
    },
    { additionalProperties: false },
  ),
  assessmentRevision: true,
  example: { params: { id: assessmentIds.held }, body: { note: 'The video does not play here.' } },
  replies: { 204: { description: 'The assessment no longer has a holder.', etag: true, assessmentRevision: true } },
  problems: ['claim_lost', 'not_in_state'],
})
