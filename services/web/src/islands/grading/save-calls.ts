import { type Answer, ask, post } from './ask.ts'
import type { FeedbackPatch, JudgementPatch } from './patches.ts'
import type { SavedJudgement, SavedWording, Standing } from './replies.ts'

/** The person who typed, and the two documents. */
export interface SavedIds {
  readonly userId: number
  readonly assessmentId: string
  readonly feedbackId: string
}

export interface SaveCalls {
  readonly saveJudgement: (ids: SavedIds, base: number, patch: JudgementPatch) => Promise<Answer<SavedJudgement>>
  readonly saveWording: (ids: SavedIds, base: number, patch: FeedbackPatch) => Promise<Answer<SavedWording>>
  readonly standing: (ids: SavedIds) => Promise<Answer<Standing>>
}

export const gradePath = ({ assessmentId }: Pick<SavedIds, 'assessmentId'>): string => `/grade/${assessmentId}`

export const saveCalls: SaveCalls = {
  saveJudgement: (ids, base, patch) => post(ids, `${gradePath(ids)}/judgement`, { base, patch }),
  saveWording: (ids, base, patch) =>
    post(ids, `${gradePath(ids)}/wording`, { base, patch, feedbackId: ids.feedbackId }),
  standing: (ids) => ask(ids, `${gradePath(ids)}/standing?feedback=${ids.feedbackId}`),
}
