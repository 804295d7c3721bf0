import { describe, expect, it } from 'vitest'
import { builtInRubric } from './built-in-rubric.ts'
import { readRubric } from './read-rubric.ts'
import { scoreRubric } from './score-rubric.ts'

describe('builtInRubric', () => {
  const rubric = builtInRubric(20)
  const score = (points: number) => scoreRubric(rubric, { scores: { points: { points } }, adjustment: null })

  it('keeps the rules of every rubric', () => {
    expect(readRubric(rubric, { languages: ['en', 'fi', 'sv'] }).ok).toBe(true)
  })

  it('takes any points of the exercise, and shows them as they are', () => {
    for (const points of [0, 0.01, 13.37, 20])
      expect(score(points)).toEqual({
        points,
        byCriterion: { points },
        parts: [{ kind: 'criterion', criterionId: 'points', points }],
        impossible: [],
        unfinished: [],
      })
    expect([score(20.01), score(-0.01)].map(({ impossible }) => impossible.map(({ code }) => code))).toEqual([
      ['out_of_range'],
      ['out_of_range'],
    ])
  })

  it('is complete with only points, also in an exercise with a maximum of 0', () => {
    expect(scoreRubric(rubric, { scores: {}, adjustment: null }).unfinished).toMatchObject([
      { path: '$.scores.points', code: 'score_required' },
    ])
    expect(scoreRubric(builtInRubric(0), { scores: { points: { points: 0 } }, adjustment: null })).toMatchObject({
      points: 0,
      impossible: [],
      unfinished: [],
    })
  })
})
