import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aChecksCriterion, aLevelsCriterion, aPointsCriterion, aRubric } from './a-rubric.fixture.ts'
import type { Criterion, Rounding, RubricDocument } from './rubric-document.ts'
import type { Scores } from './score.ts'
import { scoreRubric } from './score-rubric.ts'

describe('scoreRubric', () => {
  it('adds starting points, criteria, adjustment and automatic points, exactly', () => {
    const scores = {
      structure: { levelId: 'good' },
      faults: { checks: { late: 1, copied: 3 } },
      report: { points: 0.1 },
    }
    const { byCriterion, ...scored } = scoreRubric(aRubric(), {
      scores,
      adjustment: { points: 0.2, reason: 'x' },
      autoPoints: 1.7,
    })
    expect(byCriterion).toEqual({ structure: 4.2, faults: -0.65, report: 0.1 })
    expect(scored.impossible).toEqual([])
    expect(scored.points).toBe(6.55)
  })

  it('loses nothing where binary fractions would', () => {
    const criteria = Array.from({ length: 50 }, (_, index): Criterion => ({
      ...aPointsCriterion,
      id: `c${index}`,
      min: 0,
      max: 1,
      step: 0.01,
    }))
    const scores = Object.fromEntries(criteria.map(({ id }) => [id, { points: 0.07 }]))
    expect(pointsOf(aRubric({ criteria, startingPoints: 0 }), scores)).toBe(3.5)
  })

  it('counts 0 points for a criterion without a score or with only a comment', () => {
    const { points, byCriterion } = scoreRubric(aRubric(), {
      scores: { structure: { comment: 'Soon.' } },
      adjustment: null,
    })
    expect([points, byCriterion]).toEqual([1, { structure: 0, faults: 0, report: 0 }])
  })

  it.each<[rounding: Rounding, total: number, points: number]>([
    ['none', 0.01, 0.01],
    ['half', 0.24, 0],
    ['half', 0.25, 0.5],
    ['half', 0.74, 0.5],
    ['half', 0.75, 1],
    ['whole', 0.49, 0],
    ['whole', 0.5, 1],
    ['whole', 2.5, 3],
  ])('with the rounding %s, a total of %d becomes %d', (rounding, total, points) => {
    expect(pointsOf(plain(rounding), {}, total)).toBe(points)
  })

  it('rounds before it limits the total to between 0 and the maximum', () => {
    expect(pointsOf(plain('whole'), {}, -0.5)).toBe(0)
    expect(pointsOf(plain('whole', 2.25), {}, 2.4)).toBe(2)
    expect(pointsOf(plain('whole', 2.25), {}, 2.5)).toBe(2.25)
    expect(pointsOf(plain('none'), {}, -1_000_000)).toBe(0)
    expect(pointsOf(plain('none'), {}, 1_000_000)).toBe(100)
    expect(pointsOf(plain('none'), {}, 0, 1e9)).toBe(100)
  })

  it('rounds each total to the nearest multiple', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_900 }), (hundredths) => {
        const half = pointsOf(plain('half'), {}, hundredths / 100) * 100
        const whole = pointsOf(plain('whole'), {}, hundredths / 100) * 100
        expect([half % 50, whole % 100]).toEqual([0, 0])
        expect([Math.abs(half - hundredths) <= 25, Math.abs(whole - hundredths) <= 50]).toEqual([true, true])
      }),
    )
  })

  it.each<[issue: string, scores: Scores]>([
    ['$.scores.style unknown_criterion', { style: { points: 1 } }],
    ['$.scores.constructor unknown_criterion', { constructor: { points: 1 } }],
    ['$.scores.structure.levelId unknown_level', { structure: { levelId: 'best' } }],
    ['$.scores.structure.points wrong_kind', { structure: { points: 1 } }],
    ['$.scores.structure.checks wrong_kind', { structure: { levelId: 'good', checks: {} } }],
    ['$.scores.faults.levelId wrong_kind', { faults: { levelId: 'good' } }],
    ['$.scores.faults.checks.none unknown_check', { faults: { checks: { none: 1 } } }],
    ['$.scores.faults.checks.late too_many_times', { faults: { checks: { late: 2 } } }],
    ['$.scores.faults.checks.late out_of_range', { faults: { checks: { late: 0 } } }],
    ['$.scores.faults.checks.late out_of_range', { faults: { checks: { late: 0.5 } } }],
    ['$.scores.faults.checks too_many_checks', { faults: { checks: { late: 1, copied: 1, long: 1 } } }],
    ['$.scores.report.points out_of_range', { report: { points: 3.41 } }],
    ['$.scores.report.points out_of_range', { report: { points: -1.11 } }],
    ['$.scores.report.points off_step', { report: { points: 0 } }],
    ['$.scores.report.points off_step', { report: { points: 0.4001 } }],
  ])('finds %s, and counts the score 0', (issue, scores) => {
    expect(impossible(scores)).toEqual([issue])
    expect(pointsOf(aRubric(), scores)).toBe(1)
  })

  it.each([
    [1_000_000.01, 'out_of_range'],
    [-1_000_001, 'out_of_range'],
    [0.001, 'off_step'],
  ])('rejects an adjustment of %d', (points, code) => {
    expect(impossible({}, points)).toEqual([`$.adjustment.points ${code}`])
    expect(pointsOf(aRubric(), {}, points)).toBe(1)
  })

  it('takes every step from the smallest to the largest points', () => {
    for (const points of [-1.1, -0.8, -0.5, -0.2, 0.1, 0.4, 2.8, 3.1, 3.4])
      expect(impossible({ report: { points } })).toEqual([])
  })

  it('reports everything at once', () => {
    expect(
      impossible({ style: {}, faults: { points: 1, checks: { none: 1, late: 9 } }, report: { points: 9 } }, 0.001),
    ).toEqual([
      '$.scores.faults.points wrong_kind',
      '$.scores.faults.checks.none unknown_check',
      '$.scores.faults.checks.late too_many_times',
      '$.scores.report.points out_of_range',
      '$.scores.style unknown_criterion',
      '$.adjustment.points off_step',
    ])
  })
})

describe('what is unfinished', () => {
  const required = { required: true } as const
  const rubric = aRubric({
    criteria: [
      { ...aLevelsCriterion, ...required },
      { ...aChecksCriterion, ...required },
      { ...aPointsCriterion, commentRequired: true },
    ],
  })
  const unfinishedBy = (scores: Scores): string[] =>
    scoreRubric(rubric, { scores, adjustment: null }).unfinished.map(({ path, code }) => `${path} ${code}`)
  const complete = { structure: { levelId: 'good' }, faults: { checks: { late: 1 } } }

  it('is nothing where everything required is there', () => {
    expect(unfinishedBy(complete)).toEqual([])
    expect(unfinishedBy({ ...complete, report: { points: 0.1, comment: 'Fine.' } })).toEqual([])
  })

  it.each<[what: string, issues: string[], scores: Scores]>([
    ['a required score', ['$.scores.structure score_required', '$.scores.faults score_required'], {}],
    [
      'a required score of which there is a comment alone',
      ['$.scores.structure score_required'],
      { ...complete, structure: { comment: 'Soon.' } },
    ],
    ['checks', ['$.scores.faults.checks too_few_checks'], { ...complete, faults: { checks: {} } }],
    [
      'the comment on a criterion',
      ['$.scores.report.comment comment_required'],
      { ...complete, report: { points: 0.1, comment: ' \n' } },
    ],
    [
      'the comment on a level',
      ['$.scores.structure.comment comment_required'],
      { ...complete, structure: { levelId: 'poor' } },
    ],
    [
      'the comment on a check',
      ['$.scores.faults.comment comment_required'],
      { ...complete, faults: { checks: { copied: 2 } } },
    ],
  ])('is %s', (_what, issues, scores) => {
    expect(unfinishedBy(scores)).toEqual(issues)
  })

  it('is nothing where one comment stands for all checks of a criterion', () => {
    expect(unfinishedBy({ ...complete, faults: { checks: { copied: 1, late: 1 }, comment: 'Twice.' } })).toEqual([])
  })
})

const pointsOf = (rubric: RubricDocument, scores: Scores, adjusted = 0, autoPoints: number | null = null): number =>
  scoreRubric(rubric, { scores, adjustment: { points: adjusted, reason: 'x' }, autoPoints }).points
const impossible = (scores: Scores, adjusted = 0): string[] =>
  scoreRubric(aRubric(), { scores, adjustment: { points: adjusted, reason: 'x' } }).impossible.map(
    ({ path, code }) => `${path} ${code}`,
  )
/** A rubric that starts at 0: without scores, the total is the adjustment and the automatic points. */
const plain = (rounding: Rounding, maxPoints = 100): RubricDocument =>
  aRubric({ rounding, maxPoints, startingPoints: 0 })
