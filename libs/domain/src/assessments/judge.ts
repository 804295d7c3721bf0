import { hasValue } from '../rubrics/criterion-score.ts'
import type { RubricDocument } from '../rubrics/rubric-document.ts'
import { scoreRubric, type RubricScore } from '../rubrics/score-rubric.ts'
import type { Adjustment, Scores } from '../rubrics/score.ts'
import { upstreamPoints } from '../rubrics/upstream-points.ts'

interface JudgedWork {
  readonly document: RubricDocument
  readonly scores: Scores
  readonly adjustment: Adjustment | null
  /** Automatic points count only if `addsAutoPoints`. */
  readonly autoPoints: number | null
  readonly addsAutoPoints: boolean
  readonly upstreamMaxPoints: number
}

export interface Judged extends RubricScore {
  /** Null while nothing is scored. */
  readonly upstreamPoints: number | null
}

export function judge(work: JudgedWork): Judged {
  const { document, scores, adjustment, autoPoints, addsAutoPoints, upstreamMaxPoints } = work
  const scored = scoreRubric(document, { scores, adjustment, autoPoints: addsAutoPoints ? autoPoints : null })
  return {
    ...scored,
    upstreamPoints: isScored(work) ? upstreamPoints(scored.points, document.maxPoints, upstreamMaxPoints) : null,
  }
}

function isScored({ document, scores, adjustment }: Pick<JudgedWork, 'document' | 'scores' | 'adjustment'>): boolean {
  if (adjustment !== null) return true
  return document.criteria.some((criterion) => {
    const score = Object.hasOwn(scores, criterion.id) ? scores[criterion.id] : undefined
    return score !== undefined && hasValue(criterion, score)
  })
}
