import { jsonPath } from '../json/json-path.ts'
import { scoreCriterion } from './criterion-score.ts'
import { fromHundredths, toHundredths } from './hundredths.ts'
import { partOf, type ResultPart } from './result-part.ts'
import type { Rounding, RubricDocument } from './rubric-document.ts'
import { type Adjustment, maxPointsSize, type Scores } from './score.ts'
import type { ScoreIssue } from './score-issue.ts'
import { unfinishedScores } from './unfinished-scores.ts'

interface Judgement {
  readonly scores: Scores
  readonly adjustment: Adjustment | null
  readonly autoPoints?: number | null
}

export interface RubricScore {
  readonly points: number
  readonly byCriterion: Readonly<Record<string, number>>
  /** What adds up to the points. Parts of 0 points are left out, except criteria. */
  readonly parts: readonly ResultPart[]
  /** Scores that the rubric does not allow. They count 0. */
  readonly impossible: readonly ScoreIssue[]
  readonly unfinished: readonly ScoreIssue[]
}

/** The total is rounded, then held between 0 and the maximum, all in exact hundredths. Only this function scores a rubric. */
export function scoreRubric(rubric: RubricDocument, { scores, adjustment, autoPoints = null }: Judgement): RubricScore {
  const scored = rubric.criteria.map((criterion) => {
    const score = Object.hasOwn(scores, criterion.id) ? scores[criterion.id] : undefined
    return { id: criterion.id, ...scoreCriterion(criterion, score ?? {}) }
  })
  const adjusted = adjust(adjustment)
  const starting = toHundredths(rubric.startingPoints) ?? 0n
  const automatic = toHundredths(autoPoints ?? 0) ?? 0n
  const byCriteria = scored.reduce((sum, { hundredths }) => sum + hundredths, 0n)
  const total = starting + byCriteria + automatic + adjusted.hundredths
  const { rounded, limited } = limitTotal(rubric, total)
  return {
    points: fromHundredths(limited),
    parts: [
      ...partOf('starting', starting),
      ...scored.map(({ id, hundredths }): ResultPart => ({
        kind: 'criterion',
        criterionId: id,
        points: fromHundredths(hundredths),
      })),
      ...partOf('automatic', automatic),
      ...partOf('adjustment', adjusted.hundredths),
      ...partOf('rounding', rounded - total),
      ...partOf('limit', limited - rounded),
    ],
    byCriterion: Object.fromEntries(scored.map(({ id, hundredths }) => [id, fromHundredths(hundredths)])),
    impossible: [...scored.flatMap(({ issues }) => issues), ...unknownCriteria(rubric, scores), ...adjusted.issues],
    unfinished: unfinishedScores(rubric, scores),
  }
}

function unknownCriteria({ criteria }: RubricDocument, scores: Scores): ScoreIssue[] {
  const known = new Set(criteria.map(({ id }) => id))
  return Object.keys(scores)
    .filter((id) => !known.has(id))
    .map((id) => ({
      path: jsonPath(['scores', id]),
      code: 'unknown_criterion',
      message: 'Unknown criterion.',
    }))
}

function adjust(adjustment: Adjustment | null): { hundredths: bigint; issues: ScoreIssue[] } {
  if (adjustment === null) return { hundredths: 0n, issues: [] }
  const path = jsonPath(['adjustment', 'points'])
  if (Math.abs(adjustment.points) > maxPointsSize) {
    const message = `Must be from -${maxPointsSize} to ${maxPointsSize}.`
    return { hundredths: 0n, issues: [{ path, code: 'out_of_range', message }] }
  }
  const hundredths = toHundredths(adjustment.points)
  if (hundredths === null)
    return { hundredths: 0n, issues: [{ path, code: 'off_step', message: 'At most two decimal places.' }] }
  return { hundredths, issues: [] }
}

const unitOf = { none: 1n, half: 50n, whole: 100n } as const satisfies Record<Rounding, bigint>

/** What becomes of a sum of hundredths: rounded, and then held between 0 and the maximum. */
export function limitTotal({ rounding, maxPoints }: Pick<RubricDocument, 'rounding' | 'maxPoints'>, total: bigint) {
  const rounded = roundTotal(total, rounding)
  return { rounded, limited: clamp(rounded, toHundredths(maxPoints) ?? 0n) }
}

function roundTotal(hundredths: bigint, rounding: Rounding): bigint {
  const unit = unitOf[rounding]
  const size = hundredths < 0n ? -hundredths : hundredths
  const rounded = ((2n * size + unit) / (2n * unit)) * unit
  return hundredths < 0n ? -rounded : rounded
}

function clamp(hundredths: bigint, max: bigint): bigint {
  if (hundredths < 0n) return 0n
  return hundredths > max ? max : hundredths
}
