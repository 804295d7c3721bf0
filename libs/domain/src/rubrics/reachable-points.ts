import { fromHundredths, toHundredths } from './hundredths.ts'
import type { Check, ChecksCriterion, Criterion, RubricDocument } from './rubric-document.ts'
import { limitTotal } from './score-rubric.ts'

/** The lowest and the highest of something, in points. */
export interface PointsRange {
  readonly lowest: number
  readonly highest: number
}

interface Hundredths {
  readonly lowest: bigint
  readonly highest: bigint
}

/** The totals that a complete judgement can have, without adjustment and automatic points. */
export function reachablePoints(
  rubric: Pick<RubricDocument, 'criteria' | 'startingPoints' | 'rounding' | 'maxPoints'>,
): PointsRange {
  const starting = exactly(rubric.startingPoints)
  const ranges = rubric.criteria.map(rangeOf)
  const total = (end: keyof Hundredths): number => {
    const sum = ranges.reduce((points, range) => points + range[end], starting)
    return fromHundredths(limitTotal(rubric, sum).limited)
  }
  return { lowest: total('lowest'), highest: total('highest') }
}

/** The points that a criterion of a complete judgement can have. */
export function criterionRange(criterion: Criterion): PointsRange {
  const { lowest, highest } = rangeOf(criterion)
  return { lowest: fromHundredths(lowest), highest: fromHundredths(highest) }
}

function rangeOf(criterion: Criterion): Hundredths {
  const judged = judgedRange(criterion)
  if (criterion.required) return judged
  // What is not judged counts 0.
  return { lowest: least([judged.lowest, 0n]), highest: -least([-judged.highest, 0n]) }
}

function judgedRange(criterion: Criterion): Hundredths {
  switch (criterion.kind) {
    case 'levels': {
      const points = criterion.levels.map((level) => exactly(level.points))
      return { lowest: least(points), highest: -least(points.map((each) => -each)) }
    }
    case 'checks':
      return { lowest: fewest(criterion, 1n), highest: -fewest(criterion, -1n) }
    case 'points':
      return { lowest: exactly(criterion.min), highest: exactly(criterion.max) }
  }
}

/** The least sum of `sign` times the points of checks, of which as many are chosen as must be, and more as long as that lowers the sum. */
function fewest({ checks, minChecks, maxChecks }: ChecksCriterion, sign: 1n | -1n): bigint {
  const leastOf = ({ points, maxTimes }: Check): bigint => {
    const once = sign * exactly(points)
    return least([once, once * BigInt(maxTimes)])
  }
  const chosen = checks
    .map(leastOf)
    .toSorted((one, other) => (one < other ? -1 : 1))
    .slice(0, maxChecks ?? checks.length)
  return chosen.reduce((sum, each, at) => (at < minChecks || each < 0n ? sum + each : sum), 0n)
}

const least = (values: readonly bigint[]): bigint => values.reduce((a, b) => (a < b ? a : b))

const exactly = (points: number): bigint => toHundredths(points) ?? 0n
