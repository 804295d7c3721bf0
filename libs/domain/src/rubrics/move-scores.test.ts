import { describe, expect, it } from 'vitest'
import { aChecksCriterion, aLevelsCriterion, aPointsCriterion, aRubric } from './a-rubric.fixture.ts'
import { moveScores } from './move-scores.ts'
import type { Criterion } from './rubric-document.ts'
import type { Scores } from './score.ts'

describe('moveScores', () => {
  it('does not change scores that the rubric allows', () => {
    expect(moveScores(aRubric(), scores)).toEqual({ scores, dropped: [], changedCriteria: [] })
    expect(moved(...all.toReversed()).scores).toEqual(scores)
  })

  it('drops the score of a criterion that is gone', () => {
    expect(moved(aLevelsCriterion, aPointsCriterion)).toEqual({
      scores: { structure: scores['structure'], report: scores['report'] },
      dropped: [{ path: '$.scores.faults', code: 'unknown_criterion' }],
      changedCriteria: ['faults'],
    })
  })

  it('keeps the comment where a level is gone', () => {
    const poor = { ...aLevelsCriterion, levels: aLevelsCriterion.levels.slice(0, 1) }
    const { levelId: _, ...comment } = scores['structure'] ?? {}
    expect(moved(poor, aChecksCriterion, aPointsCriterion)).toMatchObject({
      scores: { ...scores, structure: comment },
      dropped: [{ path: '$.scores.structure.levelId', code: 'unknown_level' }],
    })
  })

  it.each<[what: string, faults: object, left: object | undefined, dropped: string[]]>([
    ['that are gone', { checks: aChecksCriterion.checks.slice(1) }, { copied: 3 }, ['checks.late unknown_check']],
    [
      'that apply too often',
      { checks: aChecksCriterion.checks.map((check) => ({ ...check, maxTimes: 2 })) },
      { late: 1 },
      ['checks.copied too_many_times'],
    ],
    ['of which there are too many', { maxChecks: 1 }, undefined, ['checks too_many_checks']],
    [
      'of which some are gone, and so not too many',
      { checks: aChecksCriterion.checks.slice(1), maxChecks: 1 },
      { copied: 3 },
      ['checks.late unknown_check'],
    ],
    [
      'that are all gone',
      { checks: aChecksCriterion.checks.slice(2) },
      undefined,
      ['checks.late unknown_check', 'checks.copied unknown_check'],
    ],
  ])('drops checks %s', (_what, change, left, dropped) => {
    const result = moved(aLevelsCriterion, { ...aChecksCriterion, ...change }, aPointsCriterion)
    expect(result.scores['faults']).toEqual(left === undefined ? undefined : { checks: left })
    expect(result.dropped.map(({ path, code }) => `${path} ${code}`)).toEqual(
      dropped.map((each) => `$.scores.faults.${each}`),
    )
  })

  it.each([
    ['out_of_range', { max: 3.1 }],
    ['off_step', { step: 0.4 }],
  ])('drops points that are %s', (code, change) => {
    expect(moved(aLevelsCriterion, aChecksCriterion, { ...aPointsCriterion, ...change })).toMatchObject({
      scores: { structure: scores['structure'], faults: scores['faults'] },
      dropped: [{ path: '$.scores.report.points', code }],
    })
  })

  it('drops the value of another kind', () => {
    const report: Criterion = { ...aLevelsCriterion, id: 'report' }
    expect(moved(aLevelsCriterion, aChecksCriterion, report).dropped).toEqual([
      { path: '$.scores.report.points', code: 'wrong_kind' },
    ])
  })
})

const scores: Scores = {
  structure: { levelId: 'good', comment: 'Well done', snippet: { snippetId: 's', edited: true } },
  faults: { checks: { late: 1, copied: 3 } },
  report: { points: 3.4 },
}
/** The scores after some criteria of the rubric were replaced. */
const moved = (...criteria: Criterion[]) => moveScores({ criteria }, scores)
const all = [aLevelsCriterion, aChecksCriterion, aPointsCriterion]
