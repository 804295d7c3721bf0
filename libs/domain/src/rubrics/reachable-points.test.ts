import { describe, expect, it } from 'vitest'
import { aChecksCriterion, aLevelsCriterion, aPointsCriterion, aRubric } from './a-rubric.fixture.ts'
import { generatedRubric } from './generated-rubric.fixture.ts'
import { criterionRange, reachablePoints } from './reachable-points.ts'
import type { Criterion, RubricDocument } from './rubric-document.ts'
import type { Score } from './score.ts'
import { scoreRubric } from './score-rubric.ts'

describe('criterionRange', () => {
  it.each<[what: string, criterion: Criterion, lowest: number, highest: number]>([
    ['levels, one of which must be picked', { ...aLevelsCriterion, required: true }, 0.1, 4.2],
    ['levels that need not be judged', aLevelsCriterion, 0, 4.2],
    ['points', { ...aPointsCriterion, required: true, min: 1 }, 1, 3.4],
    ['points that need not be given', { ...aPointsCriterion, min: 1 }, 0, 3.4],
    ['checks, each as often as it may apply', { ...aChecksCriterion, maxChecks: null }, -0.65, 19.8],
    ['no more checks than may apply', { ...aChecksCriterion, maxChecks: 1 }, -0.35, 19.8],
    [
      'as many checks as must apply',
      { ...aChecksCriterion, required: true, minChecks: 3, maxChecks: null },
      -0.45,
      19.35,
    ],
  ])('takes %s', (_what, criterion, lowest, highest) => {
    expect(criterionRange(criterion)).toEqual({ lowest, highest })
  })
})

describe('reachablePoints', () => {
  it('rounds and limits both ends as a total', () => {
    const of = (change: Partial<RubricDocument>) =>
      reachablePoints(aRubric({ criteria: [{ ...aPointsCriterion, min: -1.1, max: 3.4 }], ...change }))
    expect(of({ startingPoints: 2 })).toEqual({ lowest: 0.9, highest: 5.4 })
    expect(of({ startingPoints: 2, rounding: 'whole' })).toEqual({ lowest: 1, highest: 5 })
    expect(of({ startingPoints: 0, maxPoints: 3 })).toEqual({ lowest: 0, highest: 3 })
  })

  it('has the totals of the least and the greatest complete judgement of each criterion', () => {
    for (let seed = 1; seed <= 60; seed++) {
      const rubric = generatedRubric(seed)
      const totals = [-1, 1].map((sign) => extremeTotal(rubric, sign))
      expect([seed, reachablePoints(rubric)]).toEqual([seed, { lowest: totals[0], highest: totals[1] }])
    }
  })
})

/** The total where each criterion is judged as it is best (1) or worst (-1), found by trying all that may matter. */
function extremeTotal(rubric: RubricDocument, sign: number): number {
  const scores = rubric.criteria.map((criterion): [string, Score] => {
    const tried = triedScores(criterion).filter((score) => {
      const { unfinished, impossible } = scored({ ...rubric, criteria: [criterion] }, [[criterion.id, score]])
      return impossible.length === 0 && unfinished.every(({ code }) => code === 'comment_required')
    })
    const pointsOf = (score: Score): number =>
      sign * (scored({ ...rubric, criteria: [criterion] }, [[criterion.id, score]]).byCriterion[criterion.id] ?? 0)
    return [criterion.id, tried.reduce((best, score) => (pointsOf(score) > pointsOf(best) ? score : best))]
  })
  return scored(rubric, scores).points
}

const scored = (rubric: RubricDocument, scores: [string, Score][]) =>
  scoreRubric(rubric, { scores: Object.fromEntries(scores), adjustment: null })

function triedScores(criterion: Criterion): Score[] {
  switch (criterion.kind) {
    case 'levels':
      return [{}, ...criterion.levels.map(({ id }) => ({ levelId: id }))]
    case 'points':
      return [{}, { points: criterion.min }, { points: criterion.max }]
    case 'checks': {
      const choices = criterion.checks.reduce<Record<string, number>[]>(
        (sets, { id, maxTimes }) => sets.flatMap((set) => [set, { ...set, [id]: 1 }, { ...set, [id]: maxTimes }]),
        [{}],
      )
      return [{}, ...choices.map((checks) => ({ checks }))]
    }
  }
}
