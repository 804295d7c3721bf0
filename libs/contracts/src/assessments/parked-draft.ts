import Type, { type Static } from 'typebox'
import { extensibleEnum } from '../schemas/extensible-enum.ts'
import { instant, nullable, recordIdPattern } from '../schemas/paging.ts'
import { assessmentIds } from './assessment-examples.ts'

const parkedDraftReasons = ['revision_conflict', 'merge_conflict', 'claim_lost', 'not_in_state', 'restarted'] as const

const row = {
  id: Type.String(),
  assessmentId: nullable(
    Type.String({ description: 'The assessment that the save was for; null if it was for feedback.' }),
  ),
  feedbackId: nullable(
    Type.String({ description: 'The feedback document that the save was for; null if it was for an assessment.' }),
  ),
  reason: extensibleEnum(
    parkedDraftReasons,
    'The code with which the save was refused; `restarted` for the judgement that the assessment had before it was restarted.',
  ),
  baseRevision: Type.Integer({ minimum: 0, description: 'The revision on which the save was based.' }),
  createdAt: instant('When the save was refused, or the assessment restarted.'),
  expiresAt: instant('When the parked draft will be deleted.'),
}

export const parkedDraftBrief = Type.Object(row, {
  title: 'ParkedDraftBrief',
  description: 'A save that was refused, without its content.',
})

export const parkedDraft = Type.Object(
  { ...row, content: Type.Unknown({ description: 'The body of the save.' }) },
  { title: 'ParkedDraft', description: 'A save that was refused.' },
)
export type ParkedDraftBrief = Static<typeof parkedDraftBrief>
export type ParkedDraft = Static<typeof parkedDraft>

export const parkedDraftParams = Type.Object({
  id: Type.String({ pattern: recordIdPattern, description: 'The parked draft.' }),
})

export const parkedDraftId = '019ea3f2-7800-7b10-8c2d-3e4f5a6b7c01'

export const parkedDraftBriefExample: ParkedDraftBrief = {
  id: parkedDraftId,
  assessmentId: assessmentIds.held,
  feedbackId: null,
  reason: 'merge_conflict',
  baseRevision: 1,
  createdAt: '2026-11-02T10:05:00.000Z',
  expiresAt: '2026-11-09T10:05:00.000Z',
}

export const parkedDraftExample: ParkedDraft = {
  ...parkedDraftBriefExample,
  content: { scores: { report: { comment: 'The second part is missing.' } } },
}
