import { type DroppedScore, moveScores } from '../rubrics/move-scores.ts'
import type { FeedbackText } from '../feedback/feedback-text.ts'
import { pointsAsText, shownFeedback, textsToRender } from '../feedback/rendered-feedback.ts'
import type { ResultPart } from '../rubrics/result-part.ts'
import type { RubricDocument } from '../rubrics/rubric-document.ts'
import { scoreRubric } from '../rubrics/score-rubric.ts'
import type { Adjustment, Scores } from '../rubrics/score.ts'
import { upstreamPoints } from '../rubrics/upstream-points.ts'
import { isSendable, type ResultTexts, resultTexts } from './result-texts.ts'

export interface TargetVersion {
  readonly rubricId: string
  readonly version: number
  readonly wording: number
  readonly document: RubricDocument
  readonly courseLanguage: string
}

export interface AssessmentToMigrate {
  readonly state: 'in_progress' | 'completed'
  readonly scores: Scores
  readonly adjustment: Adjustment | null
  readonly autoPoints: number | null
  readonly feedback: FeedbackText | null
  /** The points of the result that stands, or else of the scores. */
  readonly points: number
  /** The maximum of the result that stands, or else of its version. */
  readonly maxPoints: number
  readonly upstreamMaxPoints: number
  /** The maximum on the learning platform at the send of a delivered grade; else `upstreamMaxPoints`. */
  readonly shownMaxPoints: number
}

/** Markdown to sanitised HTML; null if it is too large to be shown to students. */
export type RenderTexts = (texts: readonly string[]) => readonly string[] | null

/** `scores`: in progress, carried over; `version`: the result stays; `result`: a new one; `reopened`: something required is missing. */
export type MigrationEffect = 'scores' | 'version' | 'result' | 'reopened'

interface MigratedAssessment {
  readonly effect: MigrationEffect
  readonly scores: Scores
  readonly points: number
  readonly parts: readonly ResultPart[]
  readonly dropped: readonly DroppedScore[]
  readonly changedCriteria: readonly string[]
  readonly shownChanged: boolean
  readonly texts: ResultTexts | null
}

export function migrateAssessment(
  assessment: AssessmentToMigrate,
  target: TargetVersion,
  render: RenderTexts,
): MigratedAssessment {
  const { adjustment, autoPoints } = assessment
  const { document } = target
  const { scores, dropped, changedCriteria } = moveScores(document, assessment.scores)
  const { points, byCriterion, parts, unfinished, impossible } = scoreRubric(document, {
    scores,
    adjustment,
    autoPoints,
  })
  const moved = { scores, points, parts, dropped, changedCriteria, shownChanged: false, texts: null }
  if (assessment.state === 'in_progress') return { ...moved, effect: 'scores' }
  if (unfinished.length + impossible.length > 0) return { ...moved, effect: 'reopened' }
  if (points === assessment.points && document.maxPoints === assessment.maxPoints)
    return { ...moved, effect: 'version' }
  const text = assessment.feedback ?? { language: target.courseLanguage, body: '', annotations: {} }
  const html = render(textsToRender(text, pointsAsText(text.language, points, document.maxPoints)))
  if (html === null) return { ...moved, effect: 'reopened' }
  const feedback = shownFeedback(text, html)
  const texts = resultTexts({ ...target, scores, adjustment, points, byCriterion, parts, feedback })
  // The learning platform does not take a text that is too long, so the assessment is not completed with it.
  if (!isSendable(texts.feedbackHtml)) return { ...moved, effect: 'reopened' }
  const { upstreamMaxPoints, shownMaxPoints } = assessment
  const shownBefore = upstreamPoints(assessment.points, assessment.maxPoints, shownMaxPoints)
  const shownChanged = upstreamPoints(points, document.maxPoints, upstreamMaxPoints) !== shownBefore
  return { ...moved, effect: 'result', shownChanged, texts }
}
