import { describe, expect, it } from 'vitest'
import { builtInRubric } from '../rubrics/built-in-rubric.ts'
import { judge } from './judge.ts'

type JudgedWork = Parameters<typeof judge>[0]

describe('judge', () => {
  it.each([
    ['only shows automatic points', {}, 12.5, 12],
    ['adds automatic points where the exercise says so', { addsAutoPoints: true }, 15.5, 16],
    ['counts an adjustment', { adjustment: { points: -0.5, reason: 'late' } }, 12, 12],
    ['scales to the maximum on the learning platform', { upstreamMaxPoints: 10 }, 12.5, 6],
  ])('%s', (_title, change, points, upstreamPoints) => {
    expect(judge({ ...work, ...change })).toMatchObject({ points, upstreamPoints })
  })

  it.each([
    ['nothing', {}],
    ['a comment alone', { points: { comment: 'begun' } }],
  ])('does not say what the learning platform will show for %s', (_title, scores) => {
    expect(judge({ ...work, scores })).toMatchObject({ points: 0, upstreamPoints: null })
  })
})

const work: JudgedWork = {
  document: builtInRubric(20),
  scores: { points: { points: 12.5 } },
  adjustment: null,
  autoPoints: 3,
  addsAutoPoints: false,
  upstreamMaxPoints: 20,
}
