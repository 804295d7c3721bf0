import type { ShownFeedback } from '../feedback/rendered-feedback.ts'
import type { ResultPart } from '../rubrics/result-part.ts'
import type { RubricDocument } from '../rubrics/rubric-document.ts'
import type { Adjustment, Scores } from '../rubrics/score.ts'

export interface CompletedWork {
  readonly rubricId: string | null
  readonly version: number
  readonly wording: number
  readonly document: RubricDocument
  readonly scores: Scores
  readonly adjustment: Adjustment | null
  readonly points: number
  readonly byCriterion: Readonly<Record<string, number>>
  readonly parts: readonly ResultPart[]
  /** Sanitised, in the language of the whole text. */
  readonly feedback: ShownFeedback
  /** The first language of the course, used for texts that lack the language of the feedback. */
  readonly courseLanguage: string
}
