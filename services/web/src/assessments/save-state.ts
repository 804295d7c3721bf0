import type { Visit } from '../http/visit.ts'
import type { Drawn, FormState } from './form-state.ts'
import { feedbackPatchOf, judgementPatchOf } from './patches.ts'

interface Save {
  readonly id: string
  readonly drawn: Drawn
  readonly typed: FormState
}

/** Sends of each document what changed, based on the revision of which it was drawn. Returns the assessment's revision after it. */
export async function saveState({ boundary, requestId }: Visit, { id, drawn, typed }: Save): Promise<number> {
  const judgement = judgementPatchOf(drawn.state, typed)
  const feedback = feedbackPatchOf(drawn.state, typed)
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
