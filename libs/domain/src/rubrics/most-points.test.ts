import { expect, it } from 'vitest'
import { aChecksCriterion, aLevelsCriterion, aPointsCriterion } from './a-rubric.fixture.ts'
import { mostPoints } from './most-points.ts'

it.each([
  ['the best level', aLevelsCriterion, 4.2],
  ['the most that may be typed', aPointsCriterion, 3.4],
  ['the best checks, each as often as it may be chosen', aChecksCriterion, 19.8],
  ['no more checks than may be chosen', { ...aChecksCriterion, checks: twice(), maxChecks: 1 }, 19.8],
])('the most points of a criterion are %s', (_what, criterion, points) => {
  expect(mostPoints(criterion)).toBe(points)
})

function twice() {
  const [, , best] = aChecksCriterion.checks
  return [best!, { ...best!, id: 'other', points: 0.1 }]
}
