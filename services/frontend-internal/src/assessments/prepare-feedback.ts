import type { StoredAssessment } from '@course-grading/data/assessments/find-assessment'
import { findFeedbackText } from '@course-grading/data/feedback/find-feedback-text'
import { DomainError, type Issue } from '@course-grading/domain/errors/domain-error'
import {
  pointsAsText,
  type ShownFeedback,
  shownFeedback,
  textsToRender,
} from '@course-grading/domain/feedback/rendered-feedback'
import type { Deps } from '../deps/deps.ts'
import { judgeStored } from './to-assessment.ts'

export interface PreparedFeedback {
  readonly feedbackRevision: number
  readonly points: number
  readonly maxPoints: number
  readonly feedback: ShownFeedback
  readonly issues: readonly Issue[]
}

/** @throws DomainError overloaded, if too many texts wait to be rendered */
export async function prepareFeedback(
  { database, renderFeedback }: Pick<Deps, 'database' | 'renderFeedback'>,
  assessment: StoredAssessment,
  userId: number,
  signal: AbortSignal,
): Promise<PreparedFeedback> {
  const stored = await findFeedbackText(database, assessment.id)
  if (stored === null) throw new DomainError('not_found')
  const { points, document } = judgeStored(assessment)
  const { maxPoints } = document
  const rendered = await renderFeedback(
    userId,
    textsToRender(stored, pointsAsText(stored.language, points, maxPoints)),
    signal,
  )
  return {
    feedbackRevision: stored.revision,
    points,
    maxPoints,
    feedback: shownFeedback(stored, rendered.ok ? rendered.html : []),
    issues: rendered.ok ? [] : [{ path: '$.feedback', code: 'too_long', message: rendered.message }],
  }
}

export function isStillRendered(
  { feedbackRevision, points, maxPoints }: PreparedFeedback,
  assessment: StoredAssessment,
): boolean {
  const now = judgeStored(assessment)
  return (
    feedbackRevision === assessment.feedbackRevision && points === now.points && maxPoints === now.document.maxPoints
  )
}
