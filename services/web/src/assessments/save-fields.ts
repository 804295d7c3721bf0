import type { Visit } from '../http/visit.ts'
import type { Fields } from '../islands/grading/fields.ts'
import { feedbackPatchOf, judgementPatchOf, wholeJudgement, wholeWording } from '../islands/grading/patches.ts'
import type { Drawn } from './drawn.ts'

interface Save {
  readonly id: string
  readonly drawn: Drawn
  readonly typed: Fields
}

/** Patches each document that was changed, based on the revision in `drawn`. Resolves to the new revision of the assessment. */
export async function saveFields({ boundary, requestId }: Visit, { id, drawn, typed }: Save): Promise<number> {
  const judgement = judgementPatchOf(drawn.fields, wholeJudgement(drawn.fields, typed))
  const feedback = feedbackPatchOf(drawn.fields, wholeWording(drawn.fields, typed))
  let revision = drawn.assessmentRevision
  if (judgement !== null) {
    const query = { base: drawn.assessmentRevision }
    const { assessmentRevision } = await boundary.patchAssessment({ params: { id }, query, body: judgement, requestId })
    revision = assessmentRevision ?? revision
  }
  if (feedback !== null) {
    const params = { id: drawn.feedbackId }
    const query = { base: drawn.feedbackRevision }
    const { assessmentRevision } = await boundary.patchFeedback({ params, query, body: feedback, requestId })
    revision = assessmentRevision ?? revision
  }
  return revision
}
